# expect: {earned: 0, possible: 40}
"""Wrong: it imports a module that is not there."""

import numpy


def alphabeta(game, state):
    values = numpy.array([game.utility(game.result(state, action)) for action in game.actions(state)])
    return values.max(), game.actions(state)[values.argmax()]
