"""Statements from Chinese prose, by rules over the words in ``chinese.json``.

What the words stand for is compiled at the first Chinese sentence, not when Tenure starts: see
:class:`tenure.ingest.extract.chinese.reader.ChineseReader`.
"""
