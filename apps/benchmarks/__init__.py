"""What is asked, how a reply is read, how it is scored. Pure Python: no Django in here."""
