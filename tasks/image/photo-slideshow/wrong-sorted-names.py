# %% Shows the photos in the order of their names (fails: image output/slideshow.gif shots)
import csv

from PIL import Image, ImageOps

with open("data/playlist.csv", encoding="utf-8", newline="") as file:
    rows = sorted(list(csv.reader(file))[1:])
rows

# %%
size = (320, 240)
frames, times = [], []
for name, seconds in rows:
    photo = ImageOps.exif_transpose(Image.open(f"data/photos/{name}")).convert("RGB")
    frames.append(ImageOps.pad(photo, size, Image.Resampling.LANCZOS, color="black"))
    times.append(round(float(seconds) * 1000) if seconds else times[-1] if times else 1000)

# %%
frames[0].save("output/slideshow.gif", save_all=True, append_images=frames[1:], duration=times, loop=0)
len(frames), times
