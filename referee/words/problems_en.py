"""What each problem is called, and what it means, in English."""

from collections.abc import Mapping

from referee.words.wording import Wording

ENGLISH: Mapping[str, Wording] = {
    "auth/missing": Wording(
        "A token is needed",
        "This needs a bearer token.",
        "Send the header 'Authorization: Bearer <token>'. POST /v1/players gives you a token.",
    ),
    "auth/scope": Wording(
        "The token does not allow this",
        "The token lacks the scope that this needs.",
        "Use a token with the scope that the contract names for this operation.",
    ),
    "auth/unknown": Wording(
        "Unknown token",
        "The token is unknown or has been revoked.",
        "Check that the token is complete. A revoked token does not come back: make a new one.",
    ),
    "extension/not-owing": Wording(
        "Nothing to extend",
        "No time runs for this seat now.",
        "Only a seat that owes a decision, in a match with a clock, has a deadline that can move.",
    ),
    "extension/too-long": Wording(
        "Too much time",
        "So much time cannot be given.",
        "What is given to one stint is at most 366 days in all.",
    ),
    "game/not-found": Wording(
        "No such game",
        "There is no game of this name.",
        "GET /v1/games lists the games.",
    ),
    "hours/invalid": Wording(
        "Not possible as nightly hours",
        "These nightly hours are not possible.",
        "Give a time zone by its IANA name, and two times of day at most 12 hours apart, in minutes after midnight.",
    ),
    "idempotency/mismatch": Wording(
        "Idempotency key used for another request",
        "This Idempotency-Key was used with another body.",
        "Use a new Idempotency-Key for every new request, and the same one only to repeat a request unchanged.",
    ),
    "idempotency/missing": Wording(
        "An idempotency key is needed",
        "This needs the header Idempotency-Key.",
        "Send a text of your choice, 16 to 255 printable ASCII characters, new for every new request. "
        "If no answer comes, repeat the request with the same key: it is carried out once.",
    ),
    "key/bad-proof": Wording(
        "The proof does not hold",
        "The proof is no signature of this key over the key and your player id.",
        "Sign the canonical JSON of {key, player} as a detached JWS with typ referee-key+jws.",
    ),
    "key/in-use": Wording(
        "The key is registered already",
        "This key has been registered before.",
        "A key belongs to one player for ever, and a revoked key cannot be used again: make a new one.",
    ),
    "key/none": Wording(
        "No key to play with",
        "You have no active key to sign orders with.",
        "Register a public key with POST /v1/me/keys before you take a seat.",
    ),
    "key/not-found": Wording(
        "No such key",
        "You have no key of this kid.",
        "GET /v1/me/keys lists your keys.",
    ),
    "key/not-in-match": Wording(
        "The key is not known in this match",
        "This key was registered after you took your seat in this match.",
        "Sign with a key that was active when you took the seat.",
    ),
    "key/revoked": Wording(
        "The key is revoked",
        "The key that signed has been revoked.",
        "Sign with another key of yours that was active when you took the seat.",
    ),
    "key/too-many": Wording(
        "Too many keys",
        "A player has at most 8 active keys.",
        "Revoke one that you no longer use.",
    ),
    "key/unknown": Wording(
        "Unknown key",
        "No player has registered the key that signed.",
        "Register it with POST /v1/me/keys, or sign with a registered one.",
    ),
    "match/already-seated": Wording(
        "You hold a seat already",
        "You hold a seat in this match already.",
        "A player takes one seat in a match.",
    ),
    "match/already-started": Wording(
        "The match has started",
        "The match has started already.",
        "Seats can be taken, left and started only while the match is open.",
    ),
    "match/cancelled": Wording(
        "The match is cancelled",
        "The match was cancelled.",
        "Its record stays readable.",
    ),
    "match/full": Wording(
        "No free seat",
        "All seats of the match are taken.",
        "GET /v1/matches?status=open lists matches with free seats.",
    ),
    "match/log-full": Wording(
        "The log is full",
        "The log of this match can take no more events.",
        "A log ends at 65,535 events. The match cannot go on.",
    ),
    "match/no-version": Wording(
        "No position at this version",
        "There is no position of this version in the match.",
        "Ask for a version between the start of the match and its newest event.",
    ),
    "match/not-found": Wording(
        "No such match",
        "There is no match of this id that you may see.",
        "Check the id. A private match is visible to its players, its invited players and its organiser only.",
    ),
    "match/not-full": Wording(
        "Seats are free",
        "The match cannot start: not all seats are taken.",
        "Wait until all seats are taken.",
    ),
    "match/not-invited": Wording(
        "Not invited",
        "Only invited players may take a seat in this match.",
        "Ask the organiser.",
    ),
    "match/not-organiser": Wording(
        "Not your match",
        "Only the organiser of the match may do this.",
        "The organiser is the player who opened the match.",
    ),
    "match/not-over": Wording(
        "The match is not over",
        "The record is complete once the match has been scored or cancelled.",
        "Until then GET .../events gives what you may know.",
    ),
    "match/not-started": Wording(
        "The match has not started",
        "The match has not started yet.",
        "It starts when all seats are taken, or when the organiser starts it.",
    ),
    "match/options": Wording(
        "These options do not fit",
        "The options do not fit the game or the number of players.",
        "GET /v1/games/{game} shows the options with their defaults.",
    ),
    "match/organiser-plays": Wording(
        "You play in this match",
        "Who plays in a match cannot cancel it once it runs.",
        "Cancel a match before it starts, or organise without playing.",
    ),
    "match/over": Wording(
        "The match is over",
        "The match is over.",
        "No more orders are taken. GET .../record gives the whole match once it has been scored.",
    ),
    "move/illegal": Wording(
        "The rules do not allow this step",
        "The rules do not allow this step here.",
        "'step' is the step refused, 'rule' the rule that forbids it, 'legal' what would have been possible. "
        "Nothing of the move was played.",
    ),
    "move/invalid": Wording(
        "Not readable as a step",
        "The text cannot be read as a step of this match.",
        "Write canonical notation; 'canonical' says how, where the text could be understood. "
        "GET /v1/games/{game} shows the notation, and a preview reads free spelling.",
    ),
    "order/bad-signature": Wording(
        "The signature does not hold",
        "The signature does not fit the order.",
        "Sign the canonical JSON of the order as a detached JWS with exactly the members alg, kid and typ in its "
        "protected header, base64url without padding.",
    ),
    "order/game": Wording(
        "Another game",
        "The match is of another game than the order says.",
        "GET /v1/matches/{match} shows the game.",
    ),
    "order/not-to-move": Wording(
        "Not to move",
        "The seat owes no decision now.",
        "GET /v1/me/turns?wait=25 waits until you owe one.",
    ),
    "order/stale": Wording(
        "The position has moved on",
        "The position has changed since you looked.",
        "Look at the new position and sign a new order on 'base'.",
    ),
    "pause/invalid": Wording(
        "Not possible as a pause",
        "The pause would not end in the time to come.",
        "'until' is a moment in milliseconds since 1970 UTC, in the future and at most 366 days away.",
    ),
    "pause/not-paused": Wording(
        "The match is not paused",
        "The match is not paused.",
        "GET /v1/matches/{match} shows until when a match is paused.",
    ),
    "player/name-taken": Wording(
        "The name is taken",
        "Another player has this name, or one that looks like it.",
        "Choose another name.",
    ),
    "policy/forbids": Wording(
        "The policy forbids it",
        "The policy of this match does not allow this.",
        "GET /v1/matches/{match} shows the policy, which holds for the whole match; 'policy' names what was agreed on.",
    ),
    "rate/limited": Wording(
        "Too many requests",
        "Too many requests in a short time.",
        "Wait as many seconds as Retry-After says. Waiting with 'wait' costs less than asking again and again.",
    ),
    "referee/busy": Wording(
        "Too many wait",
        "Too many requests wait here at the moment.",
        "Repeat the request after Retry-After seconds, or without 'wait'.",
    ),
    "referee/fault": Wording(
        "A fault of the referee",
        "Something went wrong here. It has been logged.",
        "Repeat the request later; please report the id in 'fault' if it happens again.",
    ),
    "request/media-type": Wording(
        "Not the right media type",
        "The body must be application/json.",
        "Send the header 'Content-Type: application/json', and no compression.",
    ),
    "request/method": Wording(
        "Not with this method",
        "This path does not take this method.",
        "The header Allow lists the methods.",
    ),
    "request/not-found": Wording(
        "No such page",
        "There is nothing at this path.",
        "GET /openapi.yaml describes all paths.",
    ),
    "request/schema": Wording(
        "Not the expected form",
        "The request is not of the expected form.",
        "'errors' names every wrong field. GET /openapi.yaml describes the form.",
    ),
    "request/too-large": Wording(
        "The request is too large",
        "The body is larger than this operation reads.",
        "Orders and previews have at most 16 KiB, other bodies at most 64 KiB.",
    ),
    "request/unreadable": Wording(
        "The request cannot be read",
        "The body is no JSON that means one thing to every reader.",
        "Send UTF-8 JSON: no key twice, no NaN, no number beyond 2^53 - 1, at most 20 levels deep.",
    ),
    "seat/not-absent": Wording(
        "The player is not absent",
        "The seat has let no deadline pass.",
        "Only the seat of a player who let his time run out can be declared vacant.",
    ),
    "seat/not-seated": Wording(
        "You hold no seat",
        "You hold no seat in this match.",
        "Only those seated can ask this.",
    ),
    "seat/not-vacant": Wording(
        "No vacant seat",
        "No seat of this match is vacant.",
        "A seat is vacant when its player has resigned or was absent too often.",
    ),
    "seat/not-yours": Wording(
        "Not your seat",
        "The seat is not yours in this match.",
        "GET /v1/matches/{match} shows who sits where.",
    ),
    "seat/vacant": Wording(
        "The seat is vacant",
        "The seat is vacant: the referee plays for it.",
        "Who lost it by absence takes it again with POST /v1/matches/{match}/seats; who has resigned acts no more.",
    ),
    "store/away": Wording(
        "The store is away",
        "The log cannot be reached. It is not known whether the request took effect.",
        "Send the very same request again after Retry-After seconds: it is carried out once.",
    ),
    "store/busy": Wording(
        "Too much at once",
        "Others wrote to this match at the same moment, again and again. Nothing was done.",
        "Send the same request again.",
    ),
    "undo/not-allowed": Wording(
        "This cannot be taken back",
        "Only your own moves since the last reveal, and since another seat moved, lapsed or resigned, can be taken back.",
        "'undo_to' lists the versions to which you may return now.",
    ),
    "vacation/too-long": Wording(
        "Not so much vacation",
        "The vacation is over already, or longer than what the seat has left.",
        "The policy says how much vacation a seat has in all.",
    ),
}
