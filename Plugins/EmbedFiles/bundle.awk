# Writes modules as functions, which modules.js runs: those in `roots` with all that they import, each after what it imports.
# Input: a line for each module that there is, `ADDRESS FILE`, the file below `folder`. It knows the forms in which the house writes
# modules, and refuses others by file and line. Comments and indentation go, since every reader would load them.

{ files[$1] = folder $2 }

END {
    total = split(roots, wanted, " ")
    for (number = 1; number <= total; number++) take(wanted[number], "a page")
    # A browser refuses such a module at once; a bundle would find it out when the name is used.
    for (name in asked) {
        split(name, parts, SUBSEP)
        if (!(name in exported)) refuse(asked[name], parts[1] " exports no " parts[2])
    }
    for (number = 1; number <= count; number++) {
        address = order[number]
        if (address in waits && address in importers) refuse(importers[address], "imports " address ", which waits for something")
        printf "%s", texts[address]
    }
}

function refuse(place, why) {
    print place ": " why > "/dev/stderr"
    exit 1
}

# Takes a module up, after those that it imports.
function take(address, place,    number, total, needed) {
    if (address in needs) return
    if (!(address in files)) refuse(place, "there is no module " address)
    needs[address] = ""
    texts[address] = written(address, read(address, files[address]))
    total = split(needs[address], needed, " ")
    for (number = 1; number <= total; number++) take(needed[number], files[address])
    order[++count] = address
}

# Its statements, and in `heads`, `functions` and `needs` what it imports and exports; a value is given away before the next statement.
function read(address, path,    line, place, number, text, isThere, isOutmost, isRemark) {
    while ((isThere = (getline line < path)) > 0) {
        place = path ":" ++number
        isOutmost = line !~ /^ /
        sub(/^ +/, "", line)
        if (isRemark || line ~ /^\/\*/) {
            isRemark = line !~ /\*\//
            if (!isRemark && line !~ /\*\/$/) refuse(place, "something follows a comment")
            continue
        }
        if (line == "" || line ~ /^\/\//) continue
        if (gsub(/`/, "`", line) % 2) refuse(place, "a text goes on in the next line")
        if (line ~ /\$(give|take|it|define|load|link|run|modules)([^A-Za-z0-9_]|$)/) refuse(place, "a name that means something else in a bundle")
        if (isOutmost && line ~ /^[A-Za-z_]/) {
            text = text given(values)
            values = ""
        }
        if (isOutmost) line = statement(line, address, place)
        if (line != "") text = text loading(line, address, place) "\n"
    }
    if (isThere < 0) refuse(path, "cannot be read")
    close(path)
    text = text given(values)
    values = ""
    return text
}

# A line that is not indented, without `import` and `export`.
function statement(line, address, place,    names, from, word) {
    if (line ~ /^import /) {
        if (line !~ /^import \{ [A-Za-z0-9_, ]+ \} from "[^"]+";$/) refuse(place, "an import of another form")
        names = from = line
        sub(/^import \{ /, "", names)
        sub(/ \} from .*/, "", names)
        sub(/^.* from "/, "", from)
        sub(/";$/, "", from)
        from = resolved(from, address)
        importers[from] = place
        needs[address] = needs[address] " " from
        heads[address] = heads[address] imported(names, from, place)
        return ""
    }
    if (line ~ /(^|[^A-Za-z0-9_$.])await / && line !~ /async /) waits[address] = 1
    if (line !~ /^export/) return line
    if (line !~ /^export (async function|function|const|class) [A-Za-z0-9_]+[ (]/) refuse(place, "an export of another form")
    sub(/^export /, "", line)
    word = line
    sub(/^(async function|function|const|class) /, "", word)
    sub(/[^A-Za-z0-9_].*/, "", word)
    exported[address, word]
    if (line ~ /^(const|class)/) values = ", " word
    else functions[address] = functions[address] ", " word
    return line
}

# The names as variables, which are set again when what they name is there.
function imported(names, from, place,    number, total, each, variables, bare) {
    total = split(names, each, ", ")
    for (number = 1; number <= total; number++) {
        bare = each[number]
        sub(/ as .*/, "", bare)
        asked[from, bare] = place
        variables = variables (number > 1 ? ", " : "") each[number]
        sub(/[A-Za-z0-9_]+ as /, "", variables)
    }
    gsub(/ as /, ": ", names)
    return "let " variables ";\n$take(\"" from "\", ($it) => ({ " names " } = $it));\n"
}

# A line that loads modules later, with what is loaded in the bundle as well.
function loading(line, address, place,    rest, name) {
    if (line ~ /import\.meta/) refuse(place, "a module has no address of its own in a bundle")
    if (line ~ /[A-Za-z0-9_$.]import\(/) refuse(place, "a name that looks like an import")
    if (line ~ /import\(['`]/) refuse(place, "an import of another form")
    rest = line
    while (match(rest, /import\("[^"]+"\)/)) {
        name = substr(rest, RSTART + 8, RLENGTH - 10)
        rest = substr(rest, RSTART + RLENGTH)
        needs[address] = needs[address] " " resolved(name, address)
        if (name ~ /^\.\//) sub("\"\\./" substr(name, 3) "\"", "\"" resolved(name, address) "\"", line)
    }
    gsub(/import\(/, "$load(", line)
    return line
}

# The address that a module names.
function resolved(name, from) {
    if (name !~ /^\.\//) return name
    sub(/[^\/]*$/, "", from)
    return from substr(name, 3)
}

# In parentheses, by which browsers know that it will be called: they compile it with the script and not a second time.
function written(address, body) {
    return "// " address "\n$define(\"" address "\", (" (address in waits ? "async " : "") "function* ($give, $take) {\n" heads[address] \
        given(functions[address]) "yield;\n" body "}));\n"
}

function given(names) {
    return names == "" ? "" : "$give({ " substr(names, 3) " });\n"
}
