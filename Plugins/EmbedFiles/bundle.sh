#!/bin/sh
# Puts all modules of a page together into one file, and so its style sheets. Each of these has a digest of itself in its name, so that
# browsers may keep it for good, and the page asks for it by that name.
# Usage: bundle.sh FOLDER OUTPUT FILE…    FILE below FOLDER: Web/app/app.js
# Below OUTPUT lie the pages and their bundles (Web/bundles/app.3f2a….js); `files` names all that there is then, those FILEs included
# which are in no bundle.
set -eu
here=$(dirname "$0")
folder=$1
output=$2
shift 2
bundles=$output/Web/bundles
rm -rf "$output"
mkdir -p "$bundles"
export LC_ALL=C

# The address of each file, as PageFolder has it; none where it is no file of the pages.
for file; do
    case $file in
        Web/app/* | Web/worker/* | Web/install/*) echo "/app/${file##*/} $file" ;;
        Web/*) echo "/assets/${file##*/} $file" ;;
        *) echo "- $file" ;;
    esac
done >"$output/addresses"
grep '\.js ' "$output/addresses" >"$output/modules" || true

# Values of an attribute in the lines of a page that hold a text.
named() {
    sed -n "/$2/s/.* $3=\"\\([^\"]*\\)\".*/\\1/p" "$1"
}

# Names a file by what it holds, and answers its address.
kept() {
    digest=$(sha256sum <"$1")
    digest=$(printf '%.16s' "$digest")
    mv "$1" "$bundles/$2.$digest.$3"
    echo "/assets/$2.$digest.$3"
}

page() {
    source=$folder/$1
    name=${1##*/}
    name=${name%.html}
    sheets=$(named "$source" 'rel="stylesheet"' href)
    main=$(named "$source" 'type="module"' data-main)
    script=$(named "$source" 'type="module"' src)
    [ -n "$sheets$script" ] || return 0
    # A room is whatever is called one.
    rooms=$(grep -q 'data-rooms=' "$source" && sed -n 's/^\(\/app\/[^ ]*room\.js\) .*/\1/p' "$output/modules" | tr '\n' ' ') || true
    style=""
    code=""
    if [ -n "$sheets" ]; then
        for sheet in $sheets; do
            echo "/* $sheet */"
            cat "$folder/$(sed -n "s|^$sheet ||p" "$output/addresses")"
            echo "$sheet" >>"$output/bundled"
        done >"$output/new.css"
        style=$(kept "$output/new.css" "$name" css)
    fi
    if [ -n "$script" ]; then
        {
            cat "$here/modules.js"
            awk -v folder="$folder/" -v roots="$script $main $rooms" -f "$here/bundle.awk" "$output/modules"
            echo "\$load(\"$script\");"
        } >"$output/new.js"
        sed -n 's/^.define("\([^"]*\)".*/\1/p' "$output/new.js" >>"$output/bundled"
        code=$(kept "$output/new.js" "$name" js)
    fi
    mkdir -p "$output/${1%/*}"
    awk -v style="$style" -v code="$code" -v rooms="${rooms% }" '
        /<link rel="stylesheet"/ && seen++ { next }
        /<link rel="stylesheet"/ { sub(/href="[^"]*"/, "href=\"" style "\"") }
        /<script type="module"/ { sub(/src="[^"]*"/, "src=\"" code "\""); sub(/data-rooms="[^"]*"/, "data-rooms=\"" rooms "\"") }
        { print }' "$source" >"$output/$1"
}

: >"$output/bundled"
for file; do
    case $file in
        Web/*.html) page "$file" ;;
    esac
done
{
    awk 'FILENAME ~ /bundled$/ { bundled[$1]; next } !($1 in bundled) { print $2 }' "$output/bundled" "$output/addresses"
    cd "$output"
    find Web/bundles -type f
} | sort >"$output.files"
mv "$output.files" "$output/files"
