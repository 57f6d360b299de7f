/** The keywords and builtins of bash, which run no program. Pure. */
const words =
  '. : [ [[ alias bg bind break builtin caller case cd command compgen complete compopt continue coproc declare dirs disown do done echo elif else enable esac eval exec exit export false fc fg fi for function getopts hash help history if in jobs let local logout mapfile popd printf pushd pwd read readarray readonly return select set shift shopt source suspend test then time times trap true type typeset ulimit umask unalias unset until wait while';

const builtins: ReadonlySet<string> = new Set(words.split(' '));

/** Whether the shell itself implements this command. */
export const isBuiltin = (name: string): boolean => builtins.has(name);
