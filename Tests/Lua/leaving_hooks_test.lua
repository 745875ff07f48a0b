-- A part of the combinations; LeavingScreenTests tries all of them in a long run.
require "leaving_hooks" (61)
