from django.db import migrations, models


class Migration(migrations.Migration):
    """Take over the table of wordings with its rows: instruments' pages show them."""

    dependencies = [
        ('studies', '0003_turing_tests'),
        ('runs', '0003_turing_tests'),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.CreateModel(
                    name='Wording',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('way', models.CharField(help_text='What it words: echo/rpp', max_length=50)),
                        ('name', models.CharField(max_length=30)),
                        ('source', models.CharField(max_length=300)),
                        ('sections', models.JSONField()),
                        ('sha256', models.CharField(max_length=64)),
                    ],
                    options={
                        'db_table': 'runs_wording',
                        'constraints': [models.UniqueConstraint(fields=('way', 'name'), name='wording_way_name')],
                    },
                ),
            ],
        ),
        migrations.AlterModelTable(name='wording', table=None),
    ]
