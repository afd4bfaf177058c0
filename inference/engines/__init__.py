"""The engines. None is imported here: ``inference.load_engine`` imports the one that is asked for."""
