/**
 * Author and date of a post are changed in a dialog of the administration's. Whoever shows the settings of cms.blogPost brings
 * it, as the editor does.
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
