module pagewright/leaving

go 1.21
