export { ShoppingBasket as default } from 'lucide-react';
