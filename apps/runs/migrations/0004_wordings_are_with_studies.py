from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('runs', '0003_turing_tests'),
        ('studies', '0004_wordings'),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(state_operations=[migrations.DeleteModel(name='Wording')]),
    ]
