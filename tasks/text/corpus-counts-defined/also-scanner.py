# %% Reads the text character by character, without regular expressions
import json

text = open("data/story.txt", encoding="utf-8").read()
chinese = any("\u4e00" <= c <= "\u9fff" for c in text)
MARKS, CLOSING = ("。！？", "”）") if chinese else (".!?", '")')
ABBREVIATIONS = {"Mr.", "Mrs.", "Dr.", "St.", "No.", "approx.", "a.m.", "p.m."}


def at(index):
    return text[index] if 0 <= index < len(text) else " "


def plain(c):
    return c.isascii() and c.isalnum()


def joins(index):
    c, before, after = at(index), at(index - 1), at(index + 1)
    if c in "'-":
        return plain(before) and plain(after)
    return c in ".," and before.isascii() and before.isdigit() and after.isascii() and after.isdigit()


def abbreviation(dot):
    start = dot
    while plain(at(start - 1)) or at(start - 1) == ".":
        start -= 1
    return text[start : dot + 1] in ABBREVIATIONS


# %%
seen = {}
sentence_lengths = []
in_sentence = 0
index = 0
while index < len(text):
    c = text[index]
    if "\u4e00" <= c <= "\u9fff":
        seen[c] = seen.get(c, 0) + 1
        in_sentence += 1
        index += 1
    elif plain(c):
        start = index
        while plain(at(index)) or joins(index):
            index += 1
        word = text[start:index].lower()
        seen[word] = seen.get(word, 0) + 1
        in_sentence += 1
    elif c in MARKS:
        start = index
        while at(index) in MARKS:
            index += 1
        run = text[start:index]
        while index < len(text) and text[index] in CLOSING:
            index += 1
        if chinese or (at(index).isspace() and run != "..." and not (run == "." and abbreviation(start))):
            sentence_lengths.append(in_sentence)
            in_sentence = 0
    else:
        index += 1

# %% [answer]
print(
    json.dumps(
        {
            "words": sum(seen.values()),
            "distinct_words": len(seen),
            "sentences": len(sentence_lengths),
            "longest_sentence": max(sentence_lengths),
        }
    )
)
