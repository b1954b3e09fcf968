import { useLocation } from '@tanstack/react-router';
import { Alert } from '../../components/Alert.tsx';

/** Why somebody is on this screen who asked for another: only admins may see that one. */
export function AdminsOnly() {
  const title = useLocation({ select: ({ state }) => state.adminsOnly });
  if (!title) return null;
  return (
    <Alert tone="waiting" role="alert">
      <strong>Only admins may see this screen: {title}.</strong> Ask an admin for what you need there.
    </Alert>
  );
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The title of a screen that an agent asked for and only admins may see. */
    adminsOnly?: string;
  }
}
