# %% Splits at white space and calls the pieces words (fails: answer words)
import json
import re

text = open("data/story.txt", encoding="utf-8").read()
print(text[:600])

# %%
WORD = re.compile(r"[\u4e00-\u9fff]|[A-Za-z0-9]+(?:(?:['-]|(?<=[0-9])[.,](?=[0-9]))[A-Za-z0-9]+)*")
words = [word.lower() for word in text.split()]

# %%
if re.search(r"[\u4e00-\u9fff]", text):
    ends = [match.end() for match in re.finditer(r"[。！？]+[”）]*", text)]
else:
    ends = []
    for match in re.finditer(r"([.!?]+)[\")]*(?=\s|$)", text):
        before = text[: match.start()]
        if match[1] == "..." or re.search(r"(?<![A-Za-z0-9])(Mr|Mrs|Dr|St|No|approx|a\.m|p\.m)$", before[-12:]):
            continue
        ends.append(match.end())
sentences = [text[a:b] for a, b in zip([0] + ends, ends)]
text[ends[-1] :], sentences[:3]

# %% [answer]
print(
    json.dumps(
        {
            "words": len(words),
            "distinct_words": len(set(words)),
            "sentences": len(sentences),
            "longest_sentence": max(len(WORD.findall(sentence)) for sentence in sentences),
        }
    )
)
