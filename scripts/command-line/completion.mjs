import { COMMANDS } from "./table.mjs";

/** The script that completes commands in this shell; undefined for one that we do not know. */
export function completionFor(shell) {
  return Object.hasOwn(SCRIPTS, shell) ? SCRIPTS[shell]() : undefined;
}

const SCRIPTS = { bash, zsh, fish };

/** What may follow these words: further words of commands, then options of the one that they name. */
function candidates() {
  const after = new Map();
  const add = (words, candidate) => after.set(words, new Set([...(after.get(words) ?? []), candidate]));
  for (const [name, { options = {}, program }] of Object.entries(COMMANDS)) {
    const [first, last] = name.split(" ");
    add("", first);
    if (last !== undefined) add(first, last);
    const switches = [...Object.keys(options), ...(program || name === "completion" ? [] : ["json"]), "help"];
    for (const option of switches) add(name, `--${option}`);
  }
  for (const shell of Object.keys(SCRIPTS)) add("completion", shell);
  return [...after].map(([words, found]) => [words, [...found]]);
}

/** The words of a command before the cursor, without its options and what follows them: two at most. */
const CASES = () =>
  candidates()
    .map(([words, found]) => `    "${words}") candidates="${found.join(" ")}" ;;`)
    .join("\n");

function bash() {
  return `# quittance completion bash
_quittance() {
  local current="\${COMP_WORDS[COMP_CWORD]}" candidates=""
  local typed="\${COMP_WORDS[*]:1:COMP_CWORD-1}"
  typed="\${typed%% -*}"
  while :; do
    case "$typed" in
${CASES()}
    esac
    [[ -n "$candidates" || "$typed" != *" "* ]] && break
    typed="\${typed% *}"
  done
  COMPREPLY=($(compgen -W "$candidates" -- "$current"))
}
complete -o default -F _quittance quittance
`;
}

function zsh() {
  return `#compdef quittance
# quittance completion zsh
_quittance() {
  local typed="\${(j: :)words[2,CURRENT-1]}" candidates=""
  typed="\${typed%% -*}"
  while :; do
    case "$typed" in
${CASES()}
    esac
    [[ -n "$candidates" || "$typed" != *" "* ]] && break
    typed="\${typed% *}"
  done
  compadd -- \${=candidates}
}
compdef _quittance quittance
`;
}

function fish() {
  const lines = Object.entries(COMMANDS).flatMap(([name, { summary, options = {} }]) => {
    const [first, last] = name.split(" ");
    const seen =
      last === undefined
        ? `__fish_seen_subcommand_from ${first}`
        : `__fish_seen_subcommand_from ${first}; and __fish_seen_subcommand_from ${last}`;
    const word =
      last === undefined
        ? `complete -c quittance -f -n __fish_use_subcommand -a ${first} -d ${quoted(summary)}`
        : `complete -c quittance -f -n "__fish_seen_subcommand_from ${first}; and not __fish_seen_subcommand_from ${siblings(first)}" -a ${last} -d ${quoted(summary)}`;
    const switches = Object.entries(options).map(
      ([option, given]) =>
        `complete -c quittance -n "${seen}" -l ${option}${given.value === undefined ? "" : " -r"} -d ${quoted(given.summary)}`,
    );
    return [word, ...switches];
  });
  const groups = [...new Set(Object.keys(COMMANDS).flatMap((name) => name.split(" ").slice(0, -1)))];
  const words = groups.map((first) => `complete -c quittance -f -n __fish_use_subcommand -a ${first}`);
  return `# quittance completion fish\n${[...words, ...lines].join("\n")}\n`;
}

const siblings = (first) =>
  Object.keys(COMMANDS)
    .filter((name) => name.startsWith(`${first} `))
    .map((name) => name.split(" ")[1])
    .join(" ");

const quoted = (text) => `'${text.replaceAll("'", "\\'")}'`;
