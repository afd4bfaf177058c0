"""The published EmotionBench files, read and turned into the rows that a live study would leave.

Readers know no database and no Django; each gives frozen dataclasses or an error of one sentence.

    errors    what can go wrong
    files     bytes, text, JSON and CSV from a path
    design    the 8 emotions, 36 factors, and how the files name them
    scales    which scale a file is about
    detect    which kind of file it is, by content
    situations, questionnaires (with labels), results, crowd, means     one reader per kind
    answers   one respondent's answers in one condition: what results and crowd have in common
    reading   all files of a call, read and checked
    report    what was read and skipped
    store_*   rows, inside the caller's transaction
    importing the whole of it: read all, then write all or nothing
"""
