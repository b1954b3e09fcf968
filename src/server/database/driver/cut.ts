import pg from 'pg';

/** Ends a connection here and now: what is under way on it fails at once. By itself the driver would wait for the server. */
export function cut(client: pg.ClientBase): void {
  const connection: unknown = Reflect.get(client, 'connection');
  if (connection instanceof pg.Connection) connection.stream.destroy();
}
