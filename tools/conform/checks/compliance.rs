//! The steps that match runners ask of any engine before they let it play, one after the
//! other from the start to the end of a game. The list follows `fastchess --compliance`.

/// What is shown, and the dialogue that shows it.
pub(super) const STEPS: [(&str, &str); 42] = [
    ("The engine starts and answers isready", "> isready\n< readyok"),
    ("umi ends with umiok", "> umi\n<*\n< umiok"),
    ("It tells its name", "> umi\n<*\n< id name *\n<*\n< umiok"),
    ("It tells its author", "> umi\n<*\n< id author *\n<*\n< umiok"),
    ("It tells its protocol", "> umi\n<*\n< protocol umi 1*\n<*\n< umiok"),
    ("It tells a variant", "> umi\n<*\n< variant * \"*\"\n<*\n< umiok"),
    ("It is ready after umi", "> umi\n> isready\n<*\n< umiok\n< readyok"),
    ("It takes Hash", "# needs Hash\n> setoption name Hash value 16\n> isready\n< readyok"),
    (
        "It takes Threads",
        "# needs Threads\n> setoption name Threads value 1\n> isready\n< readyok",
    ),
    (
        "It takes every option of a match runner together",
        "# needs Hash Threads Ponder MoveOverhead\n\
         > setoption name Hash value 8\n> setoption name Threads value 2\n\
         > setoption name Ponder value true\n> setoption name MoveOverhead value 20\n\
         > isready\n< readyok",
    ),
    ("It is ready after uminewgame", "> uminewgame\n> isready\n< readyok"),
    ("It is ready after position startpos", "> position startpos\n> isready\n< readyok"),
    (
        "It is ready after a position text",
        "# needs Variant=nine\n> setoption name Variant value nine\n\
         > position fen www/3/3/3b2/bb1/3/w2 w 0,0 - 0 40\n> isready\n< readyok",
    ),
    (
        "go wtime 100 gives a bestmove",
        "> go wtime 100 btime 100\n<* info *\n@ 100\n< bestmove *",
    ),
    (
        "It is ready after bestmove",
        "> go wtime 100 btime 100\n<* info *\n< bestmove *\n> isready\n< readyok",
    ),
    (
        "It tells an info line before bestmove",
        "> go wtime 100 btime 100\n<* info currmove *\n< info *\n<* info *\n< bestmove *",
    ),
    (
        "The info line has a score",
        "> go wtime 100 btime 100\n<* info *\n< info * score *\n<* info *\n< bestmove *",
    ),
    (
        "The info line has a depth",
        "> go wtime 100 btime 100\n<* info *\n< info depth *\n<* info *\n< bestmove *",
    ),
    (
        "The info line has a pv",
        "> go wtime 100 btime 100\n<* info *\n< info * pv *\n<* info *\n< bestmove *",
    ),
    (
        "It plays for the other side",
        "# needs Variant=nine\n> setoption name Variant value nine\n> position startpos moves d6\n\
         > go wtime 100 btime 100\n<* info *\n@ 100\n< bestmove {turn}*\n> play {turn}\n> isready\n< readyok",
    ),
    (
        "It tells a score for the other side",
        "# needs Variant=nine\n> setoption name Variant value nine\n> position startpos moves d6\n\
         > go wtime 100 btime 100\n<* info *\n< info * score *\n<* info *\n< bestmove *",
    ),
    (
        "It takes increments",
        "> go wtime 100 btime 100 winc 100 binc 100\n<* info *\n@ 100\n< bestmove *",
    ),
    (
        "It tells a score with increments",
        "> go btime 100 wtime 100 binc 100 winc 100\n<* info *\n< info * score *\n<* info *\n< bestmove *",
    ),
    (
        "Increments far above the clock do not cost the game",
        "> go wtime 50 btime 50 winc 10000 binc 10000\n<* info *\n@ 50\n< bestmove *",
    ),
    (
        "It takes movestogo",
        "> go wtime 500 btime 500 movestogo 10\n<* info *\n@ 500\n< bestmove *",
    ),
    (
        "It takes movestogo 1",
        "> go wtime 100 btime 100 movestogo 1\n<* info *\n@ 100\n< bestmove *",
    ),
    ("It takes nodes", "> go nodes 1000\n<* info *\n< bestmove *"),
    ("It takes depth", "> go depth 3\n<* info *\n< bestmove *"),
    ("It takes movetime", "> go movetime 50\n<* info *\n@ 70\n< bestmove *"),
    (
        "It takes infinite and stop",
        "> go infinite\n~ 50\n> stop\n<* info *\n@ 50\n< bestmove *",
    ),
    (
        "It goes on from a position text with moves",
        "# needs Variant=nine\n> setoption name Variant value nine\n\
         > position fen www/3/3/3b2/bb1/3/w2 w 0,0 - 0 40 moves a1-a4 c3-c4\n\
         > state\n<j state {\"side\":\"w\",\"ply\":42}\n> go depth 2\n<* info *\n< bestmove *",
    ),
    (
        "It follows a game that is told turn by turn",
        "# needs Variant=nine\n> setoption name Variant value nine\n> position startpos\n\
         > go nodes 100\n<* info *\n< bestmove {a}*\n> position startpos moves {a}\n\
         > go nodes 100\n<* info *\n< bestmove {b}*\n> position startpos moves {a} {b}\n\
         > go nodes 100\n<* info *\n< bestmove {c}*\n> position startpos moves {a} {b} {c}\n\
         > state\n<j state {\"ply\":3}",
    ),
    (
        "A second game starts afresh",
        "# needs Variant=nine\n> setoption name Variant value nine\n> position startpos moves d6 f4\n\
         > go nodes 500\n<* info *\n< bestmove *\n> uminewgame\n> isready\n< readyok\n\
         > position startpos\n> go wtime 100 btime 100\n<* info *\n@ 100\n< bestmove {turn}*\n\
         > play {turn}\n> state\n<j state {\"ply\":1}",
    ),
    (
        "Blanks before, after and between words do not matter",
        "# needs Variant=nine\n> setoption name Variant value nine\n>   position   startpos  moves   d6  \n\
         >  go   depth  1   \n<* info *\n< bestmove *\n>  isready \n< readyok",
    ),
    (
        "Tabs are blanks, and CR LF ends a line",
        ">x 67 6f 09 64 65 70 74 68 09 31 0d\n<* info *\n< bestmove *",
    ),
    ("An empty line is nothing", "> \n> \n> isready\n< readyok"),
    (
        "isready is answered during a search",
        "> go infinite\n> isready\n<* info *\n@ 100\n< readyok\n> stop\n<* info *\n< bestmove *",
    ),
    (
        "isready is answered while pondering",
        "> go ponder\n> isready\n<* info *\n@ 100\n< readyok\n> stop\n<* info *\n< bestmove *",
    ),
    (
        "It takes an option between two searches",
        "# needs Hash\n> go depth 2\n<* info *\n< bestmove *\n> setoption name Hash value 2\n> go depth 2\n<* info *\n< bestmove *",
    ),
    (
        "It hears how the game ended",
        "> go depth 1\n<* info *\n< bestmove *\n> gameover draw\n> isready\n< readyok",
    ),
    (
        "It leaves while it ponders",
        "> go ponder\n~ 20\n> quit\n<* info *\n< bestmove *\n@ 200\n! exit 0",
    ),
    (
        "It leaves after a game",
        "> go depth 2\n<* info *\n< bestmove *\n> quit\n@ 200\n! exit 0",
    ),
];
