"""What the two games of trucks share, Zooloretto and Aquaretto (Michael Schacht, 2007 and 2008).

Tiles are drawn from one deck whose last tiles are the end pile, loaded on trucks, and taken by the truck; a round ends
with the last truck; coins pass between seats and bank, and a seat may buy a tile of another seat. Zoos, placing and
points are each game's own: here a zoo is a value with a ``text``.

``box.py`` what a game hands in, ``state.py`` set-up and state, ``steps.py`` draw, load and take, ``setup.py`` options,
deal and start, ``decisions.py`` what these steps do, ``flow.py`` turns, rounds and the end, ``money.py`` paying and
buying, ``effects.py``, ``refusals.py``, ``standings.py`` facts and ranks, ``position.py`` rule cases and snapshots, ``values.py`` tools,
``view.py`` the common part of a view, ``board.py`` the common part of a picture.
"""
