"""The grammar of display filters, for lark.

Names of fields, numbers, addresses and names of values are one terminal, the word: what a word means depends on what it
is compared with.  A slice and a layer are a terminal each too, since ``0:3`` would be a word.  Parentheses and braces
both group, tests as well as sums, which takes in all that Wireshark takes and more.

Source: wireshark-filter(4).
"""

GRAMMAR = r"""
?start: either
?either: exclusive | exclusive (_OR exclusive)+ -> either
?exclusive: both | both (_XOR both)+ -> exclusive
?both: negation | negation (_AND negation)+ -> both
?negation: relation | NOT negation -> negation
?relation: sum
    | sum COMPARISON sum -> compare
    | QUANTIFIER sum COMPARISON sum -> compare
    | sum NOT? _IN set -> member
    | QUANTIFIER sum _IN set -> member
set: "{" item (","? item)* "}"
item: atom | atom ".." atom
?atom: primary | MINUS primary -> minus
?sum: product | sum (PLUS | MINUS) product -> arithmetic
?product: masked | product TIMES masked -> arithmetic
?masked: signed | masked MASK signed -> arithmetic
?signed: primary | MINUS signed -> minus
?primary: value | primary SLICE -> slice | primary LAYER -> layer
?value: WORD -> word
    | STRING -> string
    | CHARACTER -> character
    | WORD "(" [sum ("," sum)*] ")" -> call
    | "(" either ")"
    | "{" either "}"

_OR.2: "||" | /or(?![\w.:])/
_XOR.2: "^^" | /xor(?![\w.:])/
_AND.2: "&&" | /and(?![\w.:])/
NOT.2: /!(?!=)/ | /not(?![\w.:])/
_IN.2: /in(?![\w.:])/
COMPARISON.2: /[!=]==?|~=?|[<>]=?/ | /(?:a(?:ny|ll)_(?:eq|ne)|eq|ne|[gl][te]|contains|matches)(?![\w.:])/
QUANTIFIER.2: /(?:any|all)(?![\w.:])/
PLUS: "+"
MINUS: "-"
TIMES: "*" | "/" | "%"
MASK.2: /&(?!&)/ | /bitwise_and(?![\w.:])/
SLICE: /\[[^\]]*\]/
LAYER: /#(?:-?\d+|\[[^\]]*\])(?:\.[A-Za-z][\w.]*)?/
STRING.3: /r?"(?:[^"\\]|\\.)*"/s
CHARACTER: /'(?:[^'\\]|\\.)+'/
WORD: /[0-9A-Fa-f:.]*[:.][0-9A-Fa-f:.]*\/\d+|[0-9A-Fa-f]{2}(?:-[0-9A-Fa-f]{2})+(?![\w.:-])|\d+(?:\.\d+)?[eE][-+]\d+|(?:[\w:]|\.(?!\.))+/
%ignore /\s+/
"""  # noqa: E501  # a terminal cannot be broken
