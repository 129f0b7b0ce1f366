"""Words the extractor knows to be verbs, so that no name and no value runs over one."""

from __future__ import annotations

VERBS = frozenset(
    """is are was were has have had does do did will would can could takes took gives gave goes went makes made needs needed keeps
    kept gets got runs ran uses used works worked moves moved listens serves served owns owned holds held stays stayed lives lived
    comes came hurts helps helped causes caused fights says said means meant wants wanted shows showed allows allowed seems seemed
    looks looked happens happened starts started stops stopped ends ended reads writes sends sent finds found knows knew thinks fell
    falls depends relies belongs supports requires required talks connects stores changes changed fails failed costs cost
    continues continued remains remained becomes became claims claimed lets puts took claim hope hopes fits fit doubled handles think thinks thought believe believes guess guesses hope hopes imagine suppose
    assume assumes wonder wonders suggest suggests suggested propose proposes proposed ask asks asked tell tells told hear hears heard
    write wrote wish wishes pretend remember remembers forget forgets agree agrees agreed decide decides decided note notes
    noticed notice see sees saw feel feels felt like likes liked love loves hate hates loved hated learn learned learnt
    prefer prefers preferred recommend recommends let make gave sing need want say claim doubt doubts""".split()
)
