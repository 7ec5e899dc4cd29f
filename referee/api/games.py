"""The catalogue of games."""

from referee.api.contract import Answer, Handler
from referee.api.problems import Problem
from referee.api.requests import Request
from referee.api.schemas import GameSummary
from referee.api.spec import Contract
from referee.games.provenance import assumed_blocks
from referee.games.registry import GAMES


def handlers(contract: Contract) -> dict[str, Handler]:
    """The handlers of the operations tagged Games."""

    def list_games(request: Request) -> Answer:
        games = [GAMES[name] for name in sorted(GAMES)]
        return 200, {"games": GameSummary(many=True).dump(games)}

    def show_game(request: Request) -> Answer:
        game = GAMES.get(request.path["game"])
        if game is None:
            raise Problem("game/not-found")
        steps = contract.step_schema(game.name)
        return 200, {
            **GameSummary().dump(game),
            "rules_versions": sorted(game.rules_versions),
            "options": game.check_options(game.players[0], {}),
            "notation": {"pattern": steps["pattern"], "examples": steps["examples"]},
            "components": game.components,
            "assumed": assumed_blocks(game.components),
        }

    return {"list_games": list_games, "show_game": show_game}
