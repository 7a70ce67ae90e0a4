# Completion of vigil for bash. Written by packaging/write-help.

_vigil() {
  local current="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD - 1]}"
  local command='' words='' files='' models='' primitives='' word
  # The equals sign of --option=value is a word of its own.
  if [[ "$current" == '=' ]]; then
    current=''
  elif [[ "$previous" == '=' ]]; then
    previous="${COMP_WORDS[COMP_CWORD - 2]}"
  fi
  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    if [[ "$word" == -* ]]; then continue; fi
    case "$command" in
      '') command="$word" ;;
      'frontier' | 'course') command+=" $word" ;;
    esac
  done
  COMPREPLY=()
  case "$command $previous" in
    'list --shard') files=yes ;;
    'list --json') files=yes ;;
    'check --engine') words='checker relacy both' ;;
    'check --memory-model') words='cpp20 rc11 tso sc all' ;;
    'check --bound') ;;
    'check --limit') ;;
    'check --sample') ;;
    'check --sampling') words='uniform pct' ;;
    'check --seed') ;;
    'check --preemptions') ;;
    'check -j' | 'check --jobs') ;;
    'check --time-limit') ;;
    'check --total-time') ;;
    'check --shard') files=yes ;;
    'check --baseline') files=yes ;;
    'check --write-baseline') files=yes ;;
    'check --junit') files=yes ;;
    'check --json') files=yes ;;
    'check --sarif') files=yes ;;
    'check --annotations') words='github gcc' ;;
    'check --hint-limit') ;;
    'check --format') words='table models primitives' ;;
    'check --frontier') files=yes ;;
    'check --slice') ;;
    'work -j' | 'work --jobs') ;;
    'work --time-limit') ;;
    'work --slice') ;;
    'frontier resume -j' | 'frontier resume --jobs') ;;
    'frontier resume --time-limit') ;;
    'frontier resume --slice') ;;
    'frontier resume --junit') files=yes ;;
    'frontier resume --json') files=yes ;;
    'explain --engine') words='checker relacy' ;;
    'explain --memory-model') words='cpp20 rc11 tso sc' ;;
    'explain --json') files=yes ;;
    'explain --dot') files=yes ;;
    'explain --html') files=yes ;;
    'explain --svg') files=yes ;;
    'explain --litmus') files=yes ;;
    'orders --format') words='table markdown score' ;;
    'orders --junit') files=yes ;;
    'orders --json') files=yes ;;
    'orders --pages') files=yes ;;
    'orders -j' | 'orders --jobs') ;;
    'orders --time-limit') ;;
    'orders --total-time') ;;
    'orders --shard') files=yes ;;
    'gallery --format') words='table markdown index' ;;
    'gallery --junit') files=yes ;;
    'gallery --json') files=yes ;;
    'gallery -j' | 'gallery --jobs') ;;
    'gallery --time-limit') ;;
    'gallery --total-time') ;;
    'gallery --shard') files=yes ;;
    'litmus --memory-model') words='cpp20 rc11 tso sc all' ;;
    'litmus --operations') ;;
    'litmus --time-limit') ;;
    'litmus --svg') files=yes ;;
    'litmus --html') files=yes ;;
    'litmus --junit') files=yes ;;
    'litmus --json') files=yes ;;
    *)
      case "$command" in
        '') words='-h --help --version list check work frontier explain orders gallery litmus course replay' ;;
        'list') words='-h --help --mutants --shard --full --json --relacy' ;;
        'check') words='-h --help --engine --memory-model --quick --full --bound --limit --sample --sampling --seed --preemptions --no-symmetry -j --jobs --time-limit --total-time --shard --baseline --write-baseline --strict-baseline --junit --json --sarif --annotations --hint --hint-limit --format --estimate --frontier --slice' ;;
        'work') words='-h --help -j --jobs --time-limit --slice' ;;
        'frontier') words='-h --help status export resume' ;;
        'frontier status') words='-h --help' ;;
        'frontier export') words='-h --help' ;;
        'frontier resume') words='-h --help -j --jobs --time-limit --slice --junit --json' ;;
        'explain') words='-h --help --engine --memory-model --brief --text --json --dot --html --svg --litmus' ;;
        'orders') words='-h --help --list --format --junit --json --pages -j --jobs --time-limit --total-time --shard' ;;
        'gallery') words='-h --help --format --full --junit --json -j --jobs --time-limit --total-time --shard' ;;
        'litmus') words='-h --help --memory-model --states --explain --changes --operations --time-limit --svg --html --junit --json' ;;
        'course') words='-h --help show answer check' ;;
        'course show') words='-h --help' ;;
        'course answer') words='-h --help' ;;
        'course check') words='-h --help' ;;
        'replay') words='-h --help --brief' ;;
      esac
      case "$command" in
        'list') models=yes ;;
        'check') models=yes ;;
        'work') files=yes ;;
        'frontier status') files=yes ;;
        'frontier export') files=yes ;;
        'frontier resume') files=yes ;;
        'explain') models=yes ;;
        'orders') primitives=yes ;;
        'litmus') files=yes ;;
        'course check') files=yes ;;
      esac
      ;;
  esac
  if [[ "$current" != -* ]]; then
    if [[ -n "$models" ]]; then words+=" $("${COMP_WORDS[0]}" list 2>/dev/null | sed '/^ /d; /\//!d')"; fi
    if [[ -n "$primitives" ]]; then words+=" $("${COMP_WORDS[0]}" orders --list 2>/dev/null)"; fi
    if [[ -n "$files" ]]; then mapfile -t COMPREPLY < <(compgen -f -- "$current"); fi
  fi
  mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -W "$words" -- "$current")
}
complete -o filenames -F _vigil vigil
