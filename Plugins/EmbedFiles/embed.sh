#!/bin/sh
# Writes a Swift file with the contents of other files: text as raw string literals, drawings as Base64 (URL alphabet).
# Those of Web/ become a list, those of docs/ another one, each other one a constant named by its folder and name: EmbeddedFiles.OpenAPI.devices.
# What pages load is put together first (bundle.sh): the pages and their bundles take the place of what they are made of.
# Usage: embed.sh OUTPUT FOLDER FILE…    FILE below FOLDER, in the order of the names
set -eu
output=$1
folder=$2
shift 2
pages=$output.pages
sh "$(dirname "$0")/bundle.sh" "$folder" "$pages" "$@"

# A value that holds a file.
value() {
    path=$pages/$1
    [ -e "$path" ] || path=$folder/$1
    case $1 in
        *.png)
            printf 'EmbeddedFile("%s", base64URL: "' "$1"
            base64 <"$path" | tr -d '\n=' | tr '+/' '-_'
            printf '")'
            ;;
        *)
            if grep -q -e '"""###' -e '\\###' "$path"; then
                echo "$path: has an end or an escape of the literal that it is to stand in" >&2
                exit 1
            fi
            printf 'EmbeddedFile("%s", text: ###"""\n' "$1"
            cat "$path"
            printf '\n"""###)'
            ;;
    esac
}

{
    echo 'enum EmbeddedFiles {'
    echo 'static let web: [EmbeddedFile] = ['
    while read -r file; do
        case $file in
            Web/*) value "$file" && echo ',' ;;
        esac
    done <"$pages/files"
    echo ']'
    echo 'static let docs: [EmbeddedFile] = ['
    for file; do
        case $file in
            ../../docs/*) value "$file" && echo ',' ;;
        esac
    done
    echo ']'
    for file; do
        place=${file%/*}
        name=${file##*/}
        case $file in
            Web/* | ../../docs/*) ;;
            *)
                printf 'enum %s {}\n' "${place##*/}" >>"$output.places"
                printf '}\nextension EmbeddedFiles.%s {\nstatic let %s = ' "${place##*/}" "${name%.*}"
                value "$file" && echo
                ;;
        esac
    done
    echo '}'
    echo 'extension EmbeddedFiles {'
    sort -u "$output.places"
    echo '}'
} >"$output.new"
rm -rf "$output.places" "$pages"
mv "$output.new" "$output"
