import pg from 'pg';

/**
 * Destroys a database connection at once, so that its running statement fails. The driver alone would wait for the
 * server to close it.
 */
export function destroyConnection(client: pg.ClientBase): void {
  const connection: unknown = Reflect.get(client, 'connection');
  if (connection instanceof pg.Connection) connection.stream.destroy();
}
