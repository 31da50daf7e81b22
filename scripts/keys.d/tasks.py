"""Everyday tasks, as the keys that each shell takes for them.

A task is typed in the way that is shortest in each shell, without names that only its author would choose. What a shell
cannot do by itself is left out."""

import collections

SHELLS = ["moonshell", "sqlite3", "duckdb", "litecli"]

# A title; what the screen has in the end (a pattern); for each shell the arguments of the program, and the keys; what
# {Paste} pastes.
Task = collections.namedtuple("Task", "title shows keys paste", defaults=("",))

COUNTRIES = "select BillingCountry,sum(Total)from Invoice group by 1"
RENAMED = "update Artist set Name='X'where ArtistId=1"
LONGEST = (
    "select t.Name from Track t join Album using(AlbumId)join Artist a using(ArtistId)where a.Name='AC/DC'"
    "order by Milliseconds desc limit 5"
)
LONGEST_DUCK = LONGEST.replace("select t.Name ", "")
TABLES = "create table team(id integer primary key,name text);create table player(name text,team int references team(id));"
PLAYERS = "insert into team values(1,'Red');insert into player values('Ann',1);"
JOINED = "select p.name,t.name from player p join team t on team=id"
SCRIPT = "CREATE TABLE note (text TEXT);\nINSERT INTO note VALUES ('kept');\nSELECT text FROM note;"
ENDLESS = "with recursive t(n)as(select 1 union all select n+1 from t)select count(*)from t"
LONG_ENTRY = "select count(*) as n from Track\nwhere UnitPrice < 1\nand Milliseconds > 1;"
WRONG_AGES = "select*from p where age glob'*[^0-9]*'"

TASKS = [
    Task(
        "open Chinook and see its tables",
        r"Album.*Track",
        {
            "moonshell": ("c.db", ""),
            "sqlite3": ("c.db", ".tables{Enter}"),
            "duckdb": ("d.db", ".tables{Enter}"),
            "litecli": ("c.db", ".tables{Enter}"),
        },
    ),
    Task(
        "five longest tracks of an artist",
        r"Let There Be Rock|Overdose",
        {
            "moonshell": ("c.db", "Track:where'album.artist.Name==\"AC/DC\"':sorted_by'-Milliseconds':limit(5){Enter}"),
            "sqlite3": ("c.db", LONGEST + ";{Enter}"),
            "duckdb": ("d.db", LONGEST_DUCK + ";{Enter}"),
            "litecli": ("c.db", LONGEST + ";{Enter}"),
        },
    ),
    Task(
        "totals per country",
        r"Germany.*\d+\.\d",
        {
            "moonshell": ("c.db", COUNTRIES + "{Enter}"),
            "sqlite3": ("c.db", COUNTRIES + ";{Enter}"),
            "duckdb": ("d.db", COUNTRIES + ";{Enter}"),
            "litecli": ("c.db", COUNTRIES + ";{Enter}"),
        },
    ),
    Task(
        "change a row, and take it back",
        r"(?i)taken back|rollback|ROLLBACK",
        {
            "moonshell": ("c.db", RENAMED + "{Enter}.undo{Enter}"),
            "sqlite3": ("c.db", "begin;{Enter}" + RENAMED + ";{Enter}rollback;{Enter}"),
            "duckdb": ("d.db", "begin;{Enter}" + RENAMED + ";{Enter}rollback;{Enter}"),
            "litecli": ("c.db", "begin;{Enter}" + RENAMED + ";{Enter}rollback;{Enter}"),
        },
    ),
    Task(
        "the mistakes in a CSV",
        r"'x' in line 3|Bob.*x",
        {
            "moonshell": ("p.csv", ""),
            "sqlite3": ("", ".import --csv p.csv p{Enter}" + WRONG_AGES + ";{Enter}"),
            "duckdb": ("", "from'p.csv'where try_cast(age as int)is null;{Enter}"),
            "litecli": ("n.db", "create table p(name,age);{Enter}.import p.csv p{Enter}" + WRONG_AGES + ";{Enter}"),
        },
    ),
    Task(
        "a schema with a relation, from nothing",
        r"Ann.*Red",
        {
            "moonshell": (
                "",
                'Team=entity"Team"{name=text{}}{Enter}Player=entity"Player"{name=text{},team=belongs_to"Team"}{Enter}'
                'db:create_all(){Enter}Player:create{name="Ann",team=Team{name="Red"}}{Enter}'
                'Player:values("name","team.name"){Enter}',
            ),
            "sqlite3": ("", TABLES + PLAYERS + JOINED + ";{Enter}"),
            "duckdb": ("", TABLES + PLAYERS + JOINED + ";{Enter}"),
            "litecli": ("n.db", TABLES + "{Enter}" + PLAYERS + "{Enter}" + JOINED + ";{Enter}"),
        },
    ),
    Task(
        "recall an entry of three lines, and change its second",
        r"< 2",
        {
            "moonshell": ("c.db", "{Paste}{Enter}1{Enter}sel{Up}{Up}{BSpace}2{Enter}"),
            "sqlite3": ("c.db", "{Paste}{Enter}select 1;{Enter}{Up}{Up}{M-b}{M-b}{M-b}{Left}{BSpace}2{Enter}"),
            "duckdb": ("d.db", "{Paste}{Enter}select 1;{Enter}{Up}{Up}{Up}{BSpace}2{Enter}"),
            "litecli": ("c.db", "{Paste}{Enter}select 1;{Enter}{Up}{Up}{Up}{BSpace}2{Enter}"),
        },
        LONG_ENTRY,
    ),
    Task(
        "paste a script",
        r"kept.*kept",
        {
            "moonshell": ("", "{Paste}{Enter}"),
            "sqlite3": ("", "{Paste}{Enter}"),
            "duckdb": ("", "{Paste}{Enter}"),
            "litecli": ("n.db", "{Paste}{Enter}"),
        },
        SCRIPT,
    ),
    Task(
        "interrupt, and go on",
        r"(?i)interrupt.*42",
        {
            "moonshell": ("", ENDLESS + "{Enter}{C-c}6*7{Enter}"),
            "sqlite3": ("", ENDLESS + ";{Enter}{C-c}select 6*7;{Enter}"),
            "duckdb": ("", ENDLESS + ";{Enter}{C-c}select 6*7;{Enter}"),
            "litecli": ("n.db", ENDLESS + ";{Enter}{C-c}select 6*7;{Enter}"),
        },
    ),
    Task(
        "find out how grouping works",
        r"aggregate",
        {
            "moonshell": ("", ".help group by{Enter}"),
        },
    ),
]
