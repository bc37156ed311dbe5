# %% The listed photos, resized to the frame, a second each where no time stands
import csv

from PIL import Image

with open("data/playlist.csv", encoding="utf-8", newline="") as file:
    rows = list(csv.reader(file))[1:]
frames = [Image.open(f"data/photos/{name}").convert("RGB").resize((320, 240)) for name, _ in rows]
times = [round(float(seconds or 1) * 1000) for _, seconds in rows]
frames[0].save("output/slideshow.gif", save_all=True, append_images=frames[1:], duration=times, loop=0)
