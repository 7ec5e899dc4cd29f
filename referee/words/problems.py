"""What each problem is called, and what it means, in every language."""

from collections.abc import Mapping
from typing import NamedTuple

from referee.words.languages import Language


class Wording(NamedTuple):
    """A problem in words: its title, what happened, and what the sender can do about it."""

    title: str
    detail: str
    advice: str


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
    "game/not-found": Wording(
        "No such game",
        "There is no game of this name.",
        "GET /v1/games lists the games.",
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
    "player/name-taken": Wording(
        "The name is taken",
        "Another player has this name, or one that looks like it.",
        "Choose another name.",
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
    "seat/not-seated": Wording(
        "You hold no seat",
        "You hold no seat in this match.",
        "Only those seated can ask this.",
    ),
    "seat/not-yours": Wording(
        "Not your seat",
        "The seat is not yours in this match.",
        "GET /v1/matches/{match} shows who sits where.",
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
        "Only your own moves since the last reveal or the last act of another seat can be taken back.",
        "'undo_to' lists the versions to which you may return now.",
    ),
}

SPANISH: Mapping[str, Wording] = {
    "auth/missing": Wording(
        "Hace falta un token",
        "Esto requiere un token de portador.",
        "Envíe la cabecera 'Authorization: Bearer <token>'. POST /v1/players le da un token.",
    ),
    "auth/scope": Wording(
        "El token no permite esto",
        "El token no tiene el permiso que esto requiere.",
        "Use un token con el permiso que el contrato indica para esta operación.",
    ),
    "auth/unknown": Wording(
        "Token desconocido",
        "El token es desconocido o ha sido revocado.",
        "Compruebe que el token está completo. Un token revocado no vuelve: cree otro.",
    ),
    "game/not-found": Wording(
        "No existe ese juego",
        "No hay ningún juego con este nombre.",
        "GET /v1/games muestra los juegos.",
    ),
    "idempotency/mismatch": Wording(
        "Clave de idempotencia usada para otra petición",
        "Esta Idempotency-Key ya se usó con otro cuerpo.",
        "Use una Idempotency-Key nueva para cada petición nueva, y la misma solo para repetirla sin cambios.",
    ),
    "idempotency/missing": Wording(
        "Hace falta una clave de idempotencia",
        "Esto requiere la cabecera Idempotency-Key.",
        "Envíe un texto a su elección, de 16 a 255 caracteres ASCII imprimibles, nuevo para cada petición. "
        "Si no llega respuesta, repita la petición con la misma clave: se ejecuta una sola vez.",
    ),
    "key/bad-proof": Wording(
        "La prueba no es válida",
        "La prueba no es una firma de esta clave sobre la clave y su identificador de jugador.",
        "Firme el JSON canónico de {key, player} como JWS separada con typ referee-key+jws.",
    ),
    "key/in-use": Wording(
        "La clave ya está registrada",
        "Esta clave ya se registró antes.",
        "Una clave pertenece a un jugador para siempre, y una revocada no puede volver a usarse: cree otra.",
    ),
    "key/none": Wording(
        "Ninguna clave con que jugar",
        "Usted no tiene ninguna clave activa con que firmar órdenes.",
        "Registre una clave pública con POST /v1/me/keys antes de tomar asiento.",
    ),
    "key/not-found": Wording(
        "No existe esa clave",
        "Usted no tiene ninguna clave con este kid.",
        "GET /v1/me/keys muestra sus claves.",
    ),
    "key/not-in-match": Wording(
        "La clave no se conoce en esta partida",
        "Esta clave se registró después de que usted tomara asiento en esta partida.",
        "Firme con una clave que estuviera activa cuando tomó asiento.",
    ),
    "key/revoked": Wording(
        "La clave está revocada",
        "La clave que firmó ha sido revocada.",
        "Firme con otra clave suya que estuviera activa cuando tomó asiento.",
    ),
    "key/too-many": Wording(
        "Demasiadas claves",
        "Un jugador tiene como máximo 8 claves activas.",
        "Revoque una que ya no use.",
    ),
    "key/unknown": Wording(
        "Clave desconocida",
        "Ningún jugador ha registrado la clave que firmó.",
        "Regístrela con POST /v1/me/keys, o firme con una registrada.",
    ),
    "match/already-seated": Wording(
        "Ya tiene asiento",
        "Usted ya tiene asiento en esta partida.",
        "Un jugador ocupa un solo asiento en una partida.",
    ),
    "match/already-started": Wording(
        "La partida ha empezado",
        "La partida ya ha empezado.",
        "Los asientos se toman y se dejan solo mientras la partida está abierta.",
    ),
    "match/cancelled": Wording(
        "La partida está cancelada",
        "La partida fue cancelada.",
        "Su acta sigue disponible.",
    ),
    "match/full": Wording(
        "No hay asientos libres",
        "Todos los asientos de la partida están ocupados.",
        "GET /v1/matches?status=open muestra partidas con asientos libres.",
    ),
    "match/log-full": Wording(
        "El registro está lleno",
        "El registro de esta partida no admite más eventos.",
        "Un registro termina en 65 535 eventos. La partida no puede continuar.",
    ),
    "match/no-version": Wording(
        "No hay posición en esa versión",
        "En la partida no hay ninguna posición de esta versión.",
        "Pida una versión entre el comienzo de la partida y su último evento.",
    ),
    "match/not-found": Wording(
        "No existe esa partida",
        "No hay ninguna partida con este identificador que usted pueda ver.",
        "Compruebe el identificador. Una partida privada solo la ven sus jugadores, los invitados y quien la organiza.",
    ),
    "match/not-full": Wording(
        "Hay asientos libres",
        "La partida no puede empezar: no todos los asientos están ocupados.",
        "Espere a que se ocupen todos los asientos.",
    ),
    "match/not-invited": Wording(
        "Sin invitación",
        "Solo los jugadores invitados pueden tomar asiento en esta partida.",
        "Pregunte a quien la organiza.",
    ),
    "match/not-organiser": Wording(
        "No es su partida",
        "Solo quien organiza la partida puede hacer esto.",
        "Organiza la partida el jugador que la abrió.",
    ),
    "match/not-over": Wording(
        "La partida no ha terminado",
        "El acta está completa cuando la partida se ha puntuado o cancelado.",
        "Hasta entonces GET .../events da lo que usted puede saber.",
    ),
    "match/not-started": Wording(
        "La partida no ha empezado",
        "La partida todavía no ha empezado.",
        "Empieza cuando se ocupan todos los asientos, o cuando lo decide quien la organiza.",
    ),
    "match/options": Wording(
        "Estas opciones no valen",
        "Las opciones no corresponden al juego o al número de jugadores.",
        "GET /v1/games/{game} muestra las opciones con sus valores por defecto.",
    ),
    "match/organiser-plays": Wording(
        "Usted juega en esta partida",
        "Quien juega en una partida no puede cancelarla cuando ya ha empezado.",
        "Cancele una partida antes de que empiece, u organice sin jugar.",
    ),
    "match/over": Wording(
        "La partida ha terminado",
        "La partida ha terminado.",
        "No se admiten más órdenes. GET .../record da la partida entera cuando se ha puntuado.",
    ),
    "move/illegal": Wording(
        "Las reglas no permiten este paso",
        "Las reglas no permiten este paso aquí.",
        "'step' es el paso rechazado, 'rule' la regla que lo prohíbe, 'legal' lo que habría sido posible. "
        "No se jugó nada de la jugada.",
    ),
    "move/invalid": Wording(
        "No se puede leer como paso",
        "El texto no se puede leer como un paso de esta partida.",
        "Use la notación canónica; 'canonical' dice cómo, si el texto se pudo entender. "
        "GET /v1/games/{game} muestra la notación, y una vista previa lee escritura libre.",
    ),
    "order/bad-signature": Wording(
        "La firma no es válida",
        "La firma no corresponde a la orden.",
        "Firme el JSON canónico de la orden como JWS separada con exactamente los miembros alg, kid y typ en su "
        "cabecera protegida, en base64url sin relleno.",
    ),
    "order/game": Wording(
        "Otro juego",
        "La partida es de otro juego que el de la orden.",
        "GET /v1/matches/{match} muestra el juego.",
    ),
    "order/not-to-move": Wording(
        "No le toca",
        "El asiento no debe ninguna decisión ahora.",
        "GET /v1/me/turns?wait=25 espera hasta que usted deba una.",
    ),
    "order/stale": Wording(
        "La posición ha cambiado",
        "La posición ha cambiado desde que usted miró.",
        "Mire la nueva posición y firme una orden nueva sobre 'base'.",
    ),
    "player/name-taken": Wording(
        "El nombre está ocupado",
        "Otro jugador tiene este nombre, o uno que se le parece.",
        "Elija otro nombre.",
    ),
    "rate/limited": Wording(
        "Demasiadas peticiones",
        "Demasiadas peticiones en poco tiempo.",
        "Espere los segundos que dice Retry-After. Esperar con 'wait' cuesta menos que preguntar una y otra vez.",
    ),
    "referee/busy": Wording(
        "Demasiadas esperas",
        "En este momento esperan aquí demasiadas peticiones.",
        "Repita la petición pasados los segundos de Retry-After, o sin 'wait'.",
    ),
    "referee/fault": Wording(
        "Un fallo del árbitro",
        "Algo falló aquí. Ha quedado registrado.",
        "Repita la petición más tarde; si vuelve a ocurrir, comunique el identificador de 'fault'.",
    ),
    "request/media-type": Wording(
        "No es el tipo de contenido",
        "El cuerpo debe ser application/json.",
        "Envíe la cabecera 'Content-Type: application/json', sin compresión.",
    ),
    "request/method": Wording(
        "No con este método",
        "Esta ruta no admite este método.",
        "La cabecera Allow enumera los métodos.",
    ),
    "request/not-found": Wording(
        "No existe esa página",
        "No hay nada en esta ruta.",
        "GET /openapi.yaml describe todas las rutas.",
    ),
    "request/schema": Wording(
        "No es la forma esperada",
        "La petición no tiene la forma esperada.",
        "'errors' nombra cada campo erróneo. GET /openapi.yaml describe la forma.",
    ),
    "request/too-large": Wording(
        "La petición es demasiado grande",
        "El cuerpo es mayor de lo que lee esta operación.",
        "Las órdenes y las vistas previas tienen como máximo 16 KiB, los demás cuerpos 64 KiB.",
    ),
    "request/unreadable": Wording(
        "La petición no se puede leer",
        "El cuerpo no es un JSON que signifique lo mismo para todo lector.",
        "Envíe JSON en UTF-8: ninguna clave dos veces, sin NaN, sin números mayores que 2^53 - 1, como máximo "
        "20 niveles.",
    ),
    "seat/not-seated": Wording(
        "No tiene asiento",
        "Usted no tiene asiento en esta partida.",
        "Solo quienes tienen asiento pueden preguntar esto.",
    ),
    "seat/not-yours": Wording(
        "No es su asiento",
        "El asiento no es suyo en esta partida.",
        "GET /v1/matches/{match} muestra quién ocupa cada asiento.",
    ),
    "store/away": Wording(
        "El almacén no responde",
        "No se puede alcanzar el registro. No se sabe si la petición tuvo efecto.",
        "Envíe exactamente la misma petición pasados los segundos de Retry-After: se ejecuta una sola vez.",
    ),
    "store/busy": Wording(
        "Demasiado a la vez",
        "Otros escribieron en esta partida en el mismo momento, una y otra vez. No se hizo nada.",
        "Envíe la misma petición otra vez.",
    ),
    "undo/not-allowed": Wording(
        "Esto no se puede deshacer",
        "Solo se pueden deshacer las jugadas propias desde la última revelación o el último acto de otro asiento.",
        "'undo_to' enumera las versiones a las que puede volver ahora.",
    ),
}

_BY_LANGUAGE: Mapping[Language, Mapping[str, Wording]] = {"en": ENGLISH, "es": SPANISH}


def wording(name: str, language: Language) -> Wording:
    """The words for a problem.

    :param name: such as ``order/stale``.
    :raises KeyError: if there is no such problem.
    """
    return _BY_LANGUAGE[language][name]
