//! What `--help` shows below the flags.

/// Worked examples.
pub(super) const EXAMPLES: &str = "\
Every encounter is a pair of games: the same opening, the sides changed. Flags take one dash or
two, and each can stand in a settings file, which is TOML with the same names.

Examples:
  A match of 100 pairs, ten seconds and a tenth a turn, two games at a time:
    arena -engine cmd=./new name=new -engine cmd=./old name=old -each tc=10+0.1 \\
      -variant nine -rounds 100 -concurrency 2 -journal match.jsonl -pgnout match.pgn

  Is the new one better? At most 5000 pairs, fewer if it shows earlier:
    arena -engine cmd=./new -engine cmd=./old -each tc=5+0.05 option.Hash=32 \\
      -rounds 5000 -sprt elo0=0 elo1=5 alpha=0.05 beta=0.05 -journal test.jsonl

  It was broken off; go on, on four cores now:
    arena resume test.jsonl -concurrency 4

  A round robin on two machines, joined at the end:
    arena -config league.toml -shard 1/2 -journal one.jsonl     (on the first)
    arena -config league.toml -shard 2/2 -journal two.jsonl     (on the second)
    arena merge league.jsonl one.jsonl two.jsonl
    arena report league.jsonl
    arena records league.jsonl league.pgn

  Rules of your own, openings from a file, adjudication by the scores:
    arena -engine cmd=./a -engine cmd=./b -each depth=6 -variant morabaraba \\
      -rules MachineGun=off Men=11 -openings file=book.txt order=random plies=8 \\
      -draw movenumber=40 movecount=8 score=10 -resign movecount=3 score=800 -maxmoves 200

  Endings that tables know are not played out:
    modisa tablebase build nine --up-to 5 --dir tablebases
    arena -engine cmd=./a -engine cmd=./b -each st=0.1 -variant nine -rounds 50 -tb tablebases

  Openings to be used elsewhere:
    arena openings book.txt -variant nine -plies 6 -count 500 -srand 42

A settings file:
  variant = \"nine\"
  tournament = \"roundrobin\"
  rounds = 50
  openings = { generated = true, plies = 6 }
  resign = { movecount = 3, score = 800 }
  each = { tc = \"10+0.1\", option = { Hash = 64 } }
  conduct = { concurrency = 2, pgnout = \"league.pgn\" }

  [rules]
  MachineGun = \"off\"

  [[engine]]
  cmd = \"./a\"
  name = \"A\"
  args = \"--quiet\"

  [[engine]]
  cmd = \"./b\"
  option.Threads = 2

Programs are looked for from the folder in which the arena is started.";
