"""Break the rules on purpose, one point at a time, and see whether a test notices.

    python -m tools.mutation              400 mutants, drawn by a seed
    python -m tools.mutation --resume     the same, from where it was ended
    python -m tools.mutation --survivors  those that survived, with the tests as they are now
    python -m tools.mutation --count 40 --under table --seed 7
    python -m tools.mutation --resume --seed 8    more, beside those that were tried before

Each mutant changes one operator, number, truth or statement of games, rules, reckoning or table. It is tried with the
tests that reach the changed line (told by coverage, in one run beforehand that is kept in .mutation by function and
text, so that lines may move; tests that changed are asked anew), stopping at the first failure; tests that start a
server or read the source are not among them. Before any is tried, also with --resume and --survivors, all tests that
would be have to pass with nothing changed: one that fails anyway would notice everything. What came of it is kept in
.mutation and told in docs/mutation.md; each survivor is equivalent, for a reason that stands in equivalent.yaml, or a
test is owed.
"""
