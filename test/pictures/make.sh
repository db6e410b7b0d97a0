#!/bin/sh
# Makes the pictures in this folder, with Debian's imagemagick, webp, libavif-bin and libheif-examples.
set -eu
cd "$(dirname "$0")"
convert -size 120x80 gradient:red-blue -depth 8 -strip photo.png
convert photo.png -quality 90 photo.jpg
convert photo.png -interlace JPEG photo-progressive.jpg
cwebp -quiet photo.png -o photo.webp
convert photo.png \( photo.png -rotate 180 \) -loop 0 photo.gif
avifenc --speed 6 photo.png photo.avif
heif-enc -q 50 photo.png -o photo.heic
convert photo.png photo.tiff
convert photo.png photo.bmp
convert photo.png photo.ppm
convert photo.png photo.ico
# p3.heic: `heif-enc` of a PNG with the ICC profile of Display P3, (200, 100, 100) on its left half. p3-nclx.heic is the
# same coded picture; its box `colr` says `nclx`, primaries 12, transfer 13, matrix 6 instead.
