/** What `artoo --help` says. */

export const help = (): string => `artoo: an agent shell that checks its own work and keeps a complete record

  artoo demo [scenario …] watch whole tasks run: scripted models, real tools, scratch folders
  artoo --version         print the version
  artoo --help            print this

  artoo <command> --help says more about one command.

Environment
  ARTOO_DATA_DIR          where journals are kept; unset, the demo keeps its own in the scratch folder`;
