/** Styles are imported for their effect: the build puts them into a file. */
declare module '*.css';
