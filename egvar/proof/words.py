"""Words of prose: those that state nothing by themselves, and those that claim more than a value.

May import: the standard library, `egvar.proof.characters`.
"""

from __future__ import annotations

import re

from egvar.proof.characters import UNSPACED

NEUTRAL: dict[str, frozenset[str]] = {
    language: frozenset(words.split())
    for language, words in {
        "en": """a an the this that these those it its he she they them their there here we us our you your i me my
            who whose which what where when whether how and also too at in on of for with within
            into onto upon via about to from by is are was were be been being am has have had having
            do does did s t d ll ve re however moreover furthermore meanwhile while whereas but yet
            though although according accordingly shown show shows showing see seen find finds found
            stated states state says say said read reads recorded record records reported reports
            report listed lists list contains contain stands stand stood amounts amount amounted
            equals equal named called known value values figure figures number numbers table tables
            row rows column columns cell cells entry entries data datum result results answer
            answers question source sources step steps proof proofs fact facts evidence citation
            citations follows follow followed following below above based basis rests rest taken one
             name names calculated computed computation calculation rounded digits decimals
            corresponds correspond corresponding quoted text date dates dated noted provided
            presented in-short well ie eg e g i etc cf vs namely respectively words
            exactly precisely exact briefly simply """,
        "de": """der die das den dem des ein eine einen einem einer eines ist sind war waren hat haben hatte hatten
            und oder von vom zu zum zur im am in auf mit bei für laut nach gemäß es sie er beträgt
            liegt wert werte zeile spalte tabelle hier auch sowie gilt siehe zahl""",
        "fr": """le la les l un une de du des d est sont était étaient a ont avait et ou dans sur avec pour
            selon il elle ce cette ces c s valeur ligne colonne tableau voici aussi en au aux à y""",
        "es": """el la los las un una uno de del es son era tiene tienen tenía y o en con para según su lo al valor fila
            columna tabla aquí también a""",
        "it": """il lo la gli le i l un una uno di d del della dello dei delle dell è sono era ha hanno aveva e o nel
            nella in con secondo valore riga colonna tabella anche a al""",
        "pt": """o a os as um uma de do da dos das em na nos nas é são era tem têm tinha e ou com segundo valor linha
            coluna tabela também ao""",
        "nl": """de het een van is zijn was heeft hebben had en of in op met bij voor volgens waarde rij kolom tabel
            hier ook""",
        "zh": "的 是 为 為 有 在 和 与 與 据 據 表 中 了 该 該",
        "ja": "の は が を に で と も で す あ る 表",
    }.items()
}
"""Words that state nothing by themselves, by language: one of them must account for a sentence, since "war" and "son"
are something else in another."""

GLUE = frozenset(
    """so thus hence therefore then now again first next finally lastly please note thank thanks ok okay let go goes
    hello hi welcome sure certainly course happy help indeed just only hand side out up together summary
    overview conclusion conclusions introduction detailed view word line lines term terms over given as since
    point explanation short brief caveat caveats notes reference references sources can if you like looking
    look looks explain explains explained more""".split()
)
"""Words that may stand in a short sentence that states nothing."""

CONNECTIVE = re.compile(
    r"^[\s#>*_-]*(?:so|thus|hence|therefore|then|first(?:ly)?|next|finally|lastly|overall|indeed|also|note that"
    r"|in (?:short|sum|summary|brief|conclusion))\b[\s,:]*",
    re.I,
)
_AS = re.compile(
    r"\bas (?:well(?: as)?|shown|stated|given|follows|recorded|reported|listed|read|it (?:was|is) read|in the table)\b",
    re.I,
)
COUNTED = frozenset(
    """row table value figure number record entry source step case point fact column cell answer question result term
    line word detail name report list date proof digit decimal citation data one time""".split()
)
"""Stems of nouns that can be counted: right after a number they say what it counts."""

NEGATION = re.compile(
    r"\b(?:not|never|no|none|nobody|neither|nor|without|cannot|lacks?|lacking|lacked|fails?|failed|except|excluding"
    r"|besides|unlike|rather|instead|hardly|barely|scarcely|denies|denied|incorrect|untrue|wrongly|allegedly|supposedly"
    r"|\w+n['’]t|nicht|kein\w*|nie|niemals|ohne|ne|pas|jamais|aucune?|sans|non|mai|senza|nunca|sin|não|sem|niet|geen"
    r"|не|нет|без)\b|不|没|沒|非|ない|ません",
    re.I,
)
SUPPOSED = re.compile(
    r"\b(?:would|could|might|may|will|shall|should|if|unless|perhaps|maybe|possibly|probably|likely|expected|predicted"
    r"|forecast|estimated|projected|assuming|suppose|supposing|hypothetically|pretend|imagine|believed?|rumou?red"
    r"|formerly|previously|used to|until|soon|next year|last year)\b",
    re.I,
)
DENIED = re.compile(r"\b(?:refuted|refutes|false|wrong)\b", re.I)
AFFIRMED = re.compile(
    r"\b(?:yes|true|correct|correctly|right|verified|proved|proven|proves|confirmed|confirms|supported)\b", re.I
)

# What a word in prose claims (first), and what a record has to say for it (second; None: nothing but the word itself).
# A record that says so of its value has to be quoted with it: a mean stated without "mean" is another number.
RELATIONS: tuple[tuple[re.Pattern[str], re.Pattern[str] | None, bool], ...] = tuple(
    (re.compile(rf"\b(?:{said})\b", re.I), re.compile(needed, re.I) if needed else None, must)
    for said, needed, must in (
        (r"highest|most|largest|greatest|biggest|maximum|max|top", r"highest|greatest|\bmost\b|\btop\b|maximum", True),
        (r"lowest|least|smallest|fewest|minimum|min|bottom", r"lowest|\bleast\b|smallest|bottom|minimum", True),
        (r"average|mean|averaged|averages", r"\bmean\b", True),
        (r"total|sum|altogether|combined|in all", r"\bsum\b", True),
        (r"median", r"\bmedian\b", True),
        (r"variance", r"\bvariance\b", True),
        (r"deviation", r"\bdeviation\b", True),
        (r"correlat\w+", r"\bcorrelat", True),
        (r"different|distinct|unique", r"\bdifferent\b", True),
        (r"difference|gap", r" − ", True),
        (r"ratio|quotient|divided|÷|/", r" ÷ ", True),
        (r"product|multiplied|×", r" × ", True),
        (r"absolute", r"\babsolute\b", True),
        (r"share|proportion|portion|fraction", r"\bshare\b|\bproportion\b", True),
        (r"change", r"\bchange\b", True),
        (r"or|either", r"\bor\b", True),
        (r"only|sole|solely|alone|exclusively|merely", r"no other|\bonly\b", False),
        (r"all|every|each|everyone|everybody|everything|always|both|any|overall|entire", r"\bevery\b|\ball\b|\beach\b",
         False),
        (r"more|higher|larger|greater|bigger|above|over|exceeds?|exceeded|exceeding|outnumbers?",
         r"\bmore than\b|\bat least\b", False),
        (r"less|lower|smaller|fewer|below|under", r"\bless than\b|\bat most\b", False),
        (r"after|later", r"(?<!not )\bafter\b", False),
        (r"before|earlier", r"(?<!not )\bbefore\b", False),
        (r"best|worst|better|worse|leads?|leading|leader|peak|longest|tallest|shortest|oldest|youngest|beats?|ahead"
         r"|behind|same|alike|identical|twin|tied?|unlike|like|similar|other|others|another|second|third|last|majority"
         r"|minority|many|few|several|much|because|due|caused?|causes|why|reason|despite", None, False),
        (r"rose|risen|rises?|rising|fell|fallen|falls?|falling|grew|grown|grows?|growth|increased?|increases|increasing"
         r"|decreased?|decreases|decreasing|dropp?(?:ed|s)?|declined?|declines|declining|doubled?|tripled?|halved"
         r"|gained?|gains?|lost|loses|shrank|soared|plunged|surged|improved?|worsened|jumped|climbed|sank|went|became"
         r"|up|down", None, False),
        (r"between", r" − ", False),
        (r"times|per|versus|minus|ranks?|ranked", None, False),
    )
)  # fmt: skip


def stem(word: str) -> str:
    """A word without what its number or case adds: enough to tell "countries" from nothing but "country"."""
    word = re.sub(r"['’]s?$", "", word.casefold())
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 4 and word.endswith(("ches", "shes", "sses", "xes", "zes")):
        return word[:-2]
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


_UNSPACED = re.compile(f"([{UNSPACED}])")


def words(text: str) -> list[str]:
    """The words of a text. Scripts without spaces are taken character by character."""
    return re.findall(r"[^\W_]+(?:['’][^\W_]+)*", _UNSPACED.sub(r" \1 ", text))


def unknown(text: str, known: frozenset[str], glue: bool = False) -> str | None:
    """The first word that states something and is not among the stems `known`; None if there is none, in the language
    in which most of it says nothing. `glue`: in a short sentence."""
    text = _AS.sub(" ", text)
    found = words(text)
    strange = [[w for w in found if not _says_nothing(w, known, neutral, glue)] for neutral in NEUTRAL.values()]
    fewest = min(strange, key=len)
    return fewest[0] if fewest else None


def _says_nothing(word: str, known: frozenset[str], neutral: frozenset[str], glue: bool) -> bool:
    parts = [p for p in re.split(r"['’]", word.casefold()) if p]
    return all(p in neutral or stem(p) in known or (glue and p in GLUE) for p in parts)


def stems(text: str) -> frozenset[str]:
    """The stems of a text's words."""
    return frozenset(stem(w) for w in words(text.replace("_", " ")))
