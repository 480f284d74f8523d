/** Each file of tests begins with a window of this width, in px, whatever the one before it in the same process has left behind. */
window.innerWidth = 1024
