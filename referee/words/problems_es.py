"""What each problem is called, and what it means, in Spanish."""

from collections.abc import Mapping

from referee.words.wording import Wording

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
    "extension/not-owing": Wording(
        "Nada que prolongar",
        "Ahora no corre el tiempo de este asiento.",
        "Solo un asiento que debe una decisión, en una partida con reloj, tiene un plazo que se puede mover.",
    ),
    "extension/too-long": Wording(
        "Demasiado tiempo",
        "No se puede dar tanto tiempo.",
        "A un mismo turno se dan como máximo 366 días en total.",
    ),
    "game/not-found": Wording(
        "No existe ese juego",
        "No hay ningún juego con este nombre.",
        "GET /v1/games muestra los juegos.",
    ),
    "hours/invalid": Wording(
        "No son posibles como horas nocturnas",
        "Estas horas nocturnas no son posibles.",
        "Dé una zona horaria con su nombre IANA y dos horas del día separadas por 12 horas como máximo, en minutos desde medianoche.",
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
    "pause/invalid": Wording(
        "No es posible como pausa",
        "La pausa no terminaría en el tiempo por venir.",
        "'until' es un momento en milisegundos desde 1970 UTC, en el futuro y a 366 días como máximo.",
    ),
    "pause/not-paused": Wording(
        "La partida no está en pausa",
        "La partida no está en pausa.",
        "GET /v1/matches/{match} muestra hasta cuándo está en pausa una partida.",
    ),
    "player/name-taken": Wording(
        "El nombre está ocupado",
        "Otro jugador tiene este nombre, o uno que se le parece.",
        "Elija otro nombre.",
    ),
    "policy/forbids": Wording(
        "La política lo prohíbe",
        "La política de esta partida no lo permite.",
        "GET /v1/matches/{match} muestra la política, que vale para toda la partida; 'policy' nombra lo acordado.",
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
    "seat/not-absent": Wording(
        "El jugador no está ausente",
        "El asiento no ha dejado pasar ningún plazo.",
        "Solo se puede declarar vacante el asiento de un jugador a quien se le acabó el tiempo.",
    ),
    "seat/not-seated": Wording(
        "No tiene asiento",
        "Usted no tiene asiento en esta partida.",
        "Solo quienes tienen asiento pueden preguntar esto.",
    ),
    "seat/not-vacant": Wording(
        "Ningún asiento vacante",
        "Ningún asiento de esta partida está vacante.",
        "Un asiento queda vacante cuando su jugador ha abandonado o ha estado ausente demasiadas veces.",
    ),
    "seat/not-yours": Wording(
        "No es su asiento",
        "El asiento no es suyo en esta partida.",
        "GET /v1/matches/{match} muestra quién ocupa cada asiento.",
    ),
    "seat/vacant": Wording(
        "El asiento está vacante",
        "El asiento está vacante: el árbitro juega por él.",
        "Quien lo perdió por ausencia lo ocupa de nuevo con POST /v1/matches/{match}/seats; quien ha abandonado ya no actúa.",
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
        "Solo se deshacen las jugadas propias desde la última revelación y desde que otro asiento jugó, agotó su tiempo o abandonó.",
        "'undo_to' enumera las versiones a las que puede volver ahora.",
    ),
    "vacation/too-long": Wording(
        "No tantas vacaciones",
        "Las vacaciones ya han pasado, o duran más de lo que le queda al asiento.",
        "La política dice cuántas vacaciones tiene un asiento en total.",
    ),
}
