% Which predicates does SWI-Prolog not let a program define? One a line.
:- module(built_ins, []).
:- set_module(base(system)).
:- dynamic(refused/0).
:- multifile(user:message_hook/3).
:- dynamic(user:message_hook/3).
:- initialization(main, main).

user:message_hook(_, Kind, _) :-
    ( Kind == error ; Kind == warning ),
    system:assertz(built_ins:refused).

main :-
    findall(Name/Arity, candidate(Name, Arity), All),
    sort(All, Sorted),
    forall(member(Name/Arity, Sorted), try(Name, Arity)).

candidate(Name, Arity) :-
    predicate_property(system:Head, visible),
    functor(Head, Name, Arity),
    plain(Name).

% Other names need quotes, and no spec has them.
plain(Name) :-
    atom_codes(Name, [First|_]),
    0'a =< First, First =< 0'z.

try(Name, Arity) :-
    retractall(refused),
    length(Args, Arity),
    maplist(=(a), Args),
    Head =.. [Name|Args],
    format(string(Text), "~q.~n", [Head]),
    setup_call_cleanup(
        open_string(Text, Stream),
        catch(load_files(user:probe, [stream(Stream), if(true), silent(false)]), _, assertz(refused)),
        close(Stream)),
    ( refused -> format("~w/~w~n", [Name, Arity]) ; true ),
    catch(unload_file(probe), _, true).
