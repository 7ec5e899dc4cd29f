"""Catalogues of whole pages and letters: gettext, written as .po files, read through Babel when first needed.

The English sentence is the key, so English has no file. A domain is a part of the house: ``pages``, ``letters``.
"""

import gettext
from functools import cache
from importlib.resources import files
from io import BytesIO

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from referee.words.languages import DEFAULT, Language


@cache
def translations(domain: str, language: Language) -> gettext.NullTranslations:
    """The sentences of a domain in a language: ``gettext`` and ``ngettext`` take the English one.

    :param domain: the name of a .po file below ``locale/<language>/LC_MESSAGES``.
    """
    if language == DEFAULT:
        return gettext.NullTranslations()
    found = files("referee.words").joinpath("locale", language, "LC_MESSAGES", f"{domain}.po")
    with found.open("rb") as file:
        catalogue = read_po(file, locale=language, domain=domain)
    compiled = BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)
