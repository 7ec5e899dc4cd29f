"""The service as it runs: processes that answer, work, die and come back."""

from tests.running import Service


def test_a_move_over_http_is_in_the_log_when_it_is_answered(service: Service) -> None:
    match, people = service.match()
    seat = people[1].match(match)["turn"][0]["seat"]
    steps = people[seat].legal_steps(match)["steps"]
    accepted = people[seat].play(match, [steps[0]["step"]])
    tail = service.house.logs.tails([match])[0]
    assert (accepted["version"], accepted["head"]) == tail
