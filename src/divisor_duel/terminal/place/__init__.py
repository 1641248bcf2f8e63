"""`duel` as a place: a full screen with a home, boards, reviews, lessons and puzzles.

Only the modules in here know Textual. What is played, saved and judged is done by
the match, the saves and the engine; the screens show values and pass keys on.
"""
