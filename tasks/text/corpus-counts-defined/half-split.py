# %% Split at white space and at marks
import json
import re

text = open("data/story.txt", encoding="utf-8").read()
words = list(text) if re.search(r"[\u4e00-\u9fff]", text) else text.split()
sentences = [each for each in re.split(r"[.!?。！？]+", text) if each.strip()]

# %% [answer]
longest = max(len(each.split()) for each in sentences)
print(json.dumps({"words": len(words), "distinct_words": len(set(words)), "sentences": len(sentences), "longest_sentence": longest}))
