import pg from 'pg';

/** Destroys a connection at once, so that its running statement fails. The driver alone would wait for the server. */
export function destroyConnection(client: pg.ClientBase): void {
  const connection: unknown = Reflect.get(client, 'connection');
  if (connection instanceof pg.Connection) connection.stream.destroy();
}
