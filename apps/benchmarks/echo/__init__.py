"""ECHO: who wrote this answer, the person or a machine that imitates them? (arXiv 2404.13957)"""
