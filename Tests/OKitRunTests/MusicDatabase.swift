import CSQLite

/// A database of music with what databases have: references, also to the own table, a table of connections, a view, a
/// table without a key, reserved names, bytes, a generated column.
enum MusicDatabase {
  struct Failure: Error { let message: String }

  static func write(_ sql: String = script, to path: String) throws {
    var database: OpaquePointer?
    defer { sqlite3_close_v2(database) }
    guard sqlite3_open(path, &database) == SQLITE_OK, sqlite3_exec(database, sql, nil, nil, nil) == SQLITE_OK else {
      throw Failure(message: String(cString: sqlite3_errmsg(database)))
    }
  }

  static let script = """
    CREATE TABLE Artist (ArtistId INTEGER NOT NULL PRIMARY KEY, Name NVARCHAR(120));
    CREATE TABLE Album (
      AlbumId INTEGER NOT NULL PRIMARY KEY, Title NVARCHAR(160) NOT NULL, ArtistId INTEGER NOT NULL REFERENCES Artist \
    (ArtistId));
    CREATE TABLE Track (
      TrackId INTEGER NOT NULL PRIMARY KEY, Name NVARCHAR(200) NOT NULL, AlbumId INTEGER REFERENCES Album (AlbumId),
      Milliseconds INTEGER NOT NULL, UnitPrice NUMERIC(10, 2) NOT NULL);
    CREATE TABLE Playlist (PlaylistId INTEGER NOT NULL PRIMARY KEY, Name NVARCHAR(120));
    CREATE TABLE PlaylistTrack (
      PlaylistId INTEGER NOT NULL REFERENCES Playlist (PlaylistId), TrackId INTEGER NOT NULL REFERENCES Track (TrackId),
      PRIMARY KEY (PlaylistId, TrackId));
    CREATE TABLE Employee (
      EmployeeId INTEGER NOT NULL PRIMARY KEY, LastName TEXT NOT NULL, FirstName TEXT NOT NULL,
      ReportsTo INTEGER REFERENCES Employee (EmployeeId), HireDate DATETIME);
    CREATE VIEW Sales AS SELECT sum(UnitPrice) FROM Track;
    CREATE TABLE Log (message TEXT);
    CREATE TABLE "order" (
      "end" TEXT PRIMARY KEY, "group" TEXT, photo BLOB, price REAL DEFAULT 3.5,
      double_price REAL GENERATED ALWAYS AS (price * 2)) WITHOUT ROWID;
    INSERT INTO Artist VALUES (1, 'The Lamplighters'), (2, 'Nova Strings');
    INSERT INTO Album VALUES (1, 'Evening Roads', 1), (2, 'First Light', 2);
    INSERT INTO Playlist VALUES (1, 'Morning'), (2, NULL);
    INSERT INTO Employee VALUES (1, 'Adler', 'Mona', NULL, '2002-08-14 00:00:00'), (2, 'Brand', 'Tim', 1, NULL);
    INSERT INTO Log VALUES ('started');
    INSERT INTO "order" ("end", "group", photo) VALUES ('a', 'g', x'0102');
    WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 25)
      INSERT INTO Track SELECT n, 'Song ' || n, 1 + n % 2, 1000 * n, 0.99 FROM number;
    UPDATE Track SET AlbumId = 1 WHERE TrackId = 1;
    INSERT INTO PlaylistTrack VALUES (1, 1), (1, 2);
    """
}
