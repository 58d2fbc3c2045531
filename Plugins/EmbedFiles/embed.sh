#!/bin/sh
# Writes a Swift file with the contents of other files: text as raw string literals, drawings as Base64 (URL alphabet).
# Those of Web/ become a list, those of docs/ another one, each other one a constant named by its folder and name: EmbeddedFiles.OpenAPI.devices.
# Usage: embed.sh OUTPUT FOLDER FILE…    FILE below FOLDER, in the order of the names
set -eu
output=$1
folder=$2
shift 2

# A value that holds a file.
value() {
    case $1 in
        *.png)
            printf 'EmbeddedFile("%s", base64URL: "' "$1"
            base64 <"$folder/$1" | tr -d '\n=' | tr '+/' '-_'
            printf '")'
            ;;
        *)
            if grep -q -e '"""###' -e '\\###' "$folder/$1"; then
                echo "$folder/$1: has an end or an escape of the literal that it is to stand in" >&2
                exit 1
            fi
            printf 'EmbeddedFile("%s", text: ###"""\n' "$1"
            cat "$folder/$1"
            printf '\n"""###)'
            ;;
    esac
}

{
    echo 'enum EmbeddedFiles {'
    echo 'static let web: [EmbeddedFile] = ['
    for file; do
        case $file in
            Web/*) value "$file" && echo ',' ;;
        esac
    done
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
rm -f "$output.places"
mv "$output.new" "$output"
