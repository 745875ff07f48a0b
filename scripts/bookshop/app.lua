-- The bookshop: every screen of OKit's example application, with a stock of real books. The argument "sqlite" stores it
-- in databases, and `--endpoint URL` on a server.

require "screens.books"
require "screens.directory"
require "screens.application"
require "start"
