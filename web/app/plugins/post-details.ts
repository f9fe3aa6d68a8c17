/**
 * A dialog of the admin changes the author and the date of a post. A component that shows the settings of
 * cms.blogPost provides the dialog, as the editor does.
 */
import { type ComponentType, createContext } from 'react';

export interface PostDetailsProps {
  /** Of the post. */
  id: string;
  /** Where the post's page is in view, with the settings that say its categories. */
  isInEditor?: boolean;
  onClose: () => void;
  /** Also when what was saved is taken back. */
  onSaved?: () => void;
}

export interface PostDetailsPlace {
  Dialog: ComponentType<PostDetailsProps>;
  /** Has the page show what was changed. */
  onSaved: () => void;
}

export const PostDetailsContext = createContext<PostDetailsPlace | null>(null);
