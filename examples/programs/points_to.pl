% Which variables of a program may point to which objects, whatever the order of its statements?
points_to(V, O) :- new(V, O).
points_to(V, O) :- assign(V, W), points_to(W, O).
points_to(V, O) :- load(V, W, F), points_to(W, P), holds(P, F, O).
holds(P, F, O) :- store(V, F, W), points_to(V, P), points_to(W, O).
alias(V, W) :- points_to(V, O), points_to(W, O).

new(x, object1).
new(y, object2).
assign(z, x).
store(x, next, y).
load(w, z, next).
