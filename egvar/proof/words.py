"""Words of prose: those that state nothing by themselves, and those that claim more than a value.

May import: the standard library, `egvar.proof.characters`.
"""

from __future__ import annotations

import re

from egvar.proof.characters import UNSPACED

NEUTRAL = frozenset(
    """a an the this that these those it its he she they them their there here we us our you your i me my who whose
    which what where when whether how and or also too as at in on of for with within into onto upon via about
    to from by is are was were be been being am has have had having do does did s t d ll ve re so thus hence
    therefore however then now again first next finally lastly moreover furthermore meanwhile while whereas
    but yet though although since according accordingly shown show shows showing see seen given gives give
    giving find finds found stated states state says say said read reads recorded record records records
    reported reports report listed lists list contains contain stands stand stood comes come came amounts
    amount amounted reaches reach reached equals equal being named called known value values figure figures
    number numbers table tables row rows column columns cell cells entry entries data datum result results
    answer answers question source sources step steps proof proofs fact facts evidence citation citations
    follows follow followed following below above based basis rests rest holds hold held stems taken uses used
    use using out up one us let note please thank thanks ok okay well short summary overview conclusion
    conclusions details detail detailed introduction indeed go goes on hand case cases point view words word
    briefly simply just e g i e eg ie etc cf vs namely respectively together side order terms term line lines
    whole exactly precisely exact name names calculated computed computation calculation rounded digits
    decimals places point counting corresponds correspond corresponding quoted text date dates dated day year
    month noted provided provides provide presented presents present can looking look looks explained explain
    explains in-short hello hi welcome sure certainly course happy help if der die das den dem des ein eine
    einen einem einer eines ist sind war waren hat haben hatte und oder von vom zu zum zur im am in auf mit
    bei für laut nach gemäß es sie er beträgt liegt wert zeile spalte tabelle hier auch sowie gilt le la les l
    un une de du des d est sont était a ont avait et ou dans sur avec pour selon il elle c' ce cette ces
    valeur ligne colonne tableau voici aussi pays el los las una uno del es son era tiene tienen y o en con
    para según su lo al valor fila columna tabla aquí también il lo gli i di della del dello dei delle e ha
    hanno nel nella con per secondo valore riga colonna tabella o os as um uma do da dos das no na e tem têm
    com segundo valor linha coluna tabela het een van zijn heeft en of op met voor volgens waarde rij kolom
    tabel 的 是 为 為 有 在 和 与 與 据 據 表 中 の は が を に で と も です である""".split()
)

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
        (r"difference|gap|minus|less than|more than|fewer than", r" − ", True),
        (r"ratio|quotient|divided|÷|/", r" ÷ ", True),
        (r"product|multiplied|×", r" × ", True),
        (r"absolute", r"\babsolute\b", True),
        (r"share|proportion|portion|fraction", r"\bshare\b|\bproportion\b", True),
        (r"change", r"\bchange\b", True),
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
        (r"between|times|per|versus|ranks?|ranked", None, False),
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


_NEUTRAL_STEMS = frozenset(stem(w) for w in NEUTRAL)
_UNSPACED = re.compile(f"([{UNSPACED}])")


def words(text: str) -> list[str]:
    """The words of a text. Scripts without spaces are taken character by character."""
    return re.findall(r"[^\W_]+(?:['’][^\W_]+)*", _UNSPACED.sub(r" \1 ", text))


def unknown(text: str, known: frozenset[str]) -> str | None:
    """The first word that states something and is not among the stems `known`; None if there is none."""
    for word in words(text):
        parts = [word, *re.split(r"['’]", word)]
        if stem(word) in known or stem(word) in _NEUTRAL_STEMS or word.casefold() in NEUTRAL:
            continue
        if len(parts) > 2 and all(stem(p) in known or p.casefold() in NEUTRAL for p in parts[1:]):
            continue
        return word
    return None


def stems(text: str) -> frozenset[str]:
    """The stems of a text's words."""
    return frozenset(stem(w) for w in words(text.replace("_", " ")))
